/** Draws the waveform, and below it who spoke when. */
import type { TranscriptSegment } from '@inlet/contract/workspace'

const barWidth = 2
const barStep = 3
const laneHeight = 4
const laneGap = 4

export interface WaveformPicture {
  peaks: readonly number[]
  msPerPeak: number
  durationMs: number
  lanes: readonly { startMs: number; endMs: number; colour: number }[]
}

export function drawWaveform(
  canvas: HTMLCanvasElement,
  { peaks, msPerPeak, durationMs, lanes }: WaveformPicture,
) {
  const { clientWidth: width, clientHeight: height } = canvas
  const density = Math.min(window.devicePixelRatio || 1, 2)
  canvas.width = Math.round(width * density)
  canvas.height = Math.round(height * density)
  const context = canvas.getContext('2d')
  if (!context || width === 0 || durationMs <= 0) return
  const style = getComputedStyle(canvas)
  context.scale(density, density)
  context.fillStyle = style.color
  const room = height - (lanes.length > 0 ? laneHeight + laneGap : 0)
  const loudest = Math.max(16, ...peaks)
  const bars = Math.floor(width / barStep)
  for (let bar = 0; bar < bars; bar += 1) {
    const from = Math.floor(((bar / bars) * durationMs) / msPerPeak)
    const to = Math.max(from + 1, Math.floor((((bar + 1) / bars) * durationMs) / msPerPeak))
    const peak = Math.max(0, ...peaks.slice(from, to)) / loudest
    const size = Math.max(1, Math.round(peak * room))
    context.fillRect(bar * barStep, Math.round((room - size) / 2), barWidth, size)
  }
  for (const { startMs, endMs, colour } of lanes) {
    context.fillStyle = style.getPropertyValue(`--speaker-${colour}`)
    const left = (startMs / durationMs) * width
    context.fillRect(
      left,
      height - laneHeight,
      Math.max(1, ((endMs - startMs) / durationMs) * width),
      laneHeight,
    )
  }
}

export const lanesOf = (
  segments: readonly TranscriptSegment[],
  colours: ReadonlyMap<string, number>,
): WaveformPicture['lanes'] =>
  segments.map(({ start_ms: startMs, end_ms: endMs, speaker }) => ({
    startMs,
    endMs,
    colour: colours.get(speaker) ?? 0,
  }))
