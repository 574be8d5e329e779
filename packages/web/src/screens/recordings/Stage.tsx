/** What is seen and heard: the media element. Its controls are ours; nothing starts by itself. */
import { getCaptions, type Recording } from '@inlet/contract/workspace'
import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { addressOf } from '../../api/call.ts'
import { Icon } from '../../ui/Icon.tsx'
import type { Player } from './player.ts'
import classes from './Stage.module.css'
import { usePlayerState } from './use-player.ts'

export function Stage(props: {
  recording: Recording
  player: Player
  areCaptionsOn: boolean
  /** Nothing of the media is fetched before the words are there. */
  isPatient: boolean
}) {
  const { recording, player, areCaptionsOn, isPatient } = props
  const media = useRef<HTMLVideoElement & HTMLAudioElement>(null)
  const { hasFailed, isPlaying } = usePlayerState(player)
  const { rendition_path: path, poster_path: poster, transcript, owner, key } = recording

  // biome-ignore lint/correctness/useExhaustiveDependencies: another path has another element
  useEffect(() => (media.current ? player.attach(media.current) : undefined), [player, path])
  useEffect(() => {
    const [track] = media.current?.textTracks ?? []
    if (track) track.mode = areCaptionsOn ? 'showing' : 'disabled'
  }, [areCaptionsOn])

  if (path === null)
    return (
      <div className={classes.coming} role="status">
        <Icon name={recording.status === 'failed' ? 'failed' : 'waiting'} />
        {nothingYet(recording)}
      </div>
    )
  const shared = {
    ref: media,
    src: path,
    preload: isPatient ? 'none' : 'metadata',
    'aria-label': recording.name,
  } as const
  const captions = transcript?.is_whole && transcript.segment_count > 0 && (
    <track
      kind="captions"
      src={addressOf(getCaptions.path, { owner, key })}
      srcLang={transcript.language || undefined}
      label="Transcript"
    />
  )
  return (
    <div className={recording.has_video ? classes.video : classes.audio}>
      {recording.has_video ? (
        <video
          {...shared}
          playsInline
          {...(poster ? { poster } : {})}
          onClick={player.toggle}
          data-playing={isPlaying || undefined}
        >
          {captions}
        </video>
      ) : (
        <audio {...shared}>{captions}</audio>
      )}
      {hasFailed && (
        <div className={classes.failed} role="alert">
          <p>The recording cannot be played at the moment. The transcript can be read all the same.</p>
          <Button variant="default" onClick={player.reload}>
            Try again
          </Button>
        </div>
      )}
    </div>
  )
}

function nothingYet({ status, is_private: isPrivate }: Recording): string {
  if (isPrivate && status === 'failed') return 'Closed: nothing of it is shown.'
  if (status === 'failed') return 'There is nothing to play.'
  return isPrivate
    ? 'It can be played here once it is protected and checked.'
    : 'Being converted. It can be played here as soon as that is done.'
}
