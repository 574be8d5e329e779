import { mediaTime } from '../../ui/format/media-time.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import classes from './Controls.module.css'
import { type Player, rates } from './player.ts'
import { usePlayerState, useWholeSeconds } from './use-player.ts'

export function Controls(props: {
  player: Player
  durationMs: number
  /** Undefined when there are no captions. */
  captions: { isOn: boolean; toggle: () => void } | undefined
  onFullScreen: (() => void) | undefined
}) {
  const { player, durationMs, captions, onFullScreen } = props
  const { isPlaying, rate, isMuted, volume } = usePlayerState(player)
  return (
    <section className={classes.controls} aria-label="Player">
      <button
        type="button"
        className={classes.play}
        aria-label={isPlaying ? 'Pause' : 'Play'}
        title={isPlaying ? 'Pause (k)' : 'Play (k)'}
        onClick={player.toggle}
      >
        <Icon name={isPlaying ? 'pause' : 'play'} />
      </button>
      <Clock player={player} durationMs={durationMs} />
      <button
        type="button"
        className={classes.skip}
        aria-label="Back 10 seconds"
        title="Back 10 seconds (j)"
        onClick={() => player.skip(-10)}
      >
        −10
      </button>
      <button
        type="button"
        className={classes.skip}
        aria-label="Forward 10 seconds"
        title="Forward 10 seconds (l)"
        onClick={() => player.skip(10)}
      >
        +10
      </button>
      <select
        className={classes.rate}
        aria-label="Speed"
        value={rate}
        onChange={(event) => player.setRate(Number(event.target.value))}
      >
        {rates.map((value) => (
          <option key={value} value={value}>
            {value}×
          </option>
        ))}
      </select>
      <span className={classes.space} />
      <span className={classes.sound}>
        <IconButton
          icon={isMuted ? 'volumeOff' : 'volume'}
          label={isMuted ? 'Unmute' : 'Mute'}
          onClick={() => player.setMuted(!isMuted)}
        />
        <input
          className={classes.volume}
          type="range"
          aria-label="Volume"
          min={0}
          max={1}
          step={0.05}
          value={isMuted ? 0 : volume}
          onChange={(event) => player.setVolume(Number(event.target.value))}
        />
      </span>
      {captions && (
        <button
          type="button"
          className={classes.toggle}
          aria-label="CC: closed captions"
          title="Captions (c)"
          aria-pressed={captions.isOn}
          onClick={captions.toggle}
        >
          CC
        </button>
      )}
      {onFullScreen && (
        <span className={classes.full}>
          <IconButton icon="maximise" label="Full screen" onClick={onFullScreen} />
        </span>
      )}
    </section>
  )
}

function Clock({ player, durationMs }: { player: Player; durationMs: number }) {
  const seconds = useWholeSeconds(player)
  return (
    <span className={classes.clock}>
      <span className={classes.now}>{mediaTime(seconds)}</span> / {mediaTime(durationMs / 1000)}
    </span>
  )
}
