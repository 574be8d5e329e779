/** The seek slider, drawn over a decorative waveform. */
import { useComputedColorScheme } from '@mantine/core'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { mediaTime } from '../../ui/format/media-time.ts'
import { drawWaveform, type WaveformPicture } from './draw-waveform.ts'
import type { Player } from './player.ts'
import classes from './Timeline.module.css'

const keySeconds: Record<string, number> = { ArrowLeft: -5, ArrowRight: 5, PageDown: -60, PageUp: 60 }

export function Timeline({ player, picture }: { player: Player; picture: WaveformPicture }) {
  const scheme = useComputedColorScheme()
  const all = useRef<HTMLCanvasElement>(null)
  const played = useRef<HTMLCanvasElement>(null)
  const slider = useRef<HTMLInputElement>(null)
  const seconds = picture.durationMs / 1000

  // Drawn twice in two colors; clipping the upper canvas shows the progress without redrawing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: colors depend on the scheme
  useLayoutEffect(() => {
    const draw = () => {
      for (const canvas of [all.current, played.current]) if (canvas) drawWaveform(canvas, picture)
    }
    draw()
    // The new scheme's CSS variables apply one frame after React renders.
    const frame = requestAnimationFrame(draw)
    const observer = new ResizeObserver(draw)
    if (all.current) observer.observe(all.current)
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
    }
  }, [picture, scheme])

  useEffect(() => {
    let spoken = -1
    const show = (time: number) => {
      const share = seconds > 0 ? Math.min(time / seconds, 1) : 0
      if (played.current) played.current.style.clipPath = `inset(0 ${(1 - share) * 100}% 0 0)`
      const field = slider.current
      if (!field) return
      field.value = String(time)
      if (Math.floor(time) === spoken) return
      spoken = Math.floor(time)
      field.ariaValueText = `${mediaTime(time)} of ${mediaTime(seconds)}`
    }
    show(player.time())
    return player.onTime(show)
  }, [player, seconds])

  const onKeyDown = (event: KeyboardEvent) => {
    const by = keySeconds[event.key]
    if (by === undefined) return
    event.preventDefault()
    player.seek(Math.min(player.time() + by, seconds))
  }
  return (
    <div className={classes.timeline}>
      <div aria-hidden="true">
        <canvas ref={all} className={classes.all} />
        <canvas ref={played} className={classes.played} />
      </div>
      <input
        ref={slider}
        className={classes.slider}
        type="range"
        aria-label="Position"
        min={0}
        max={seconds}
        step={0.1}
        defaultValue={0}
        onKeyDown={onKeyDown}
        onInput={(event) => player.seek(Number(event.currentTarget.value))}
      />
    </div>
  )
}
