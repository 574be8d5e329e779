/** The media element, without native controls or autoplay. */
import { getCaptions, type Recording } from '@inlet/contract/workspace'
import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { buildUrl } from '../../api/call.ts'
import { Icon } from '../../ui/Icon.tsx'
import type { Player } from './player.ts'
import classes from './Stage.module.css'
import { usePlayerState } from './use-player.ts'

export function Stage(props: {
  recording: Recording
  player: Player
  areCaptionsOn: boolean
  /** Do not preload media until the transcript has loaded. */
  shouldDeferLoading: boolean
}) {
  const { recording, player, areCaptionsOn, shouldDeferLoading } = props
  const media = useRef<HTMLVideoElement & HTMLAudioElement>(null)
  const { hasFailed, isPlaying } = usePlayerState(player)
  const { rendition_path: path, poster_path: poster, transcript, owner, key } = recording

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path renders a new element
  useEffect(() => (media.current ? player.attach(media.current) : undefined), [player, path])
  useEffect(() => {
    const [track] = media.current?.textTracks ?? []
    if (track) track.mode = areCaptionsOn ? 'showing' : 'disabled'
  }, [areCaptionsOn])

  if (path === null)
    return (
      <div className={classes.coming} role="status">
        <Icon name={recording.status === 'failed' ? 'failed' : 'waiting'} />
        {unavailableText(recording)}
      </div>
    )
  const shared = {
    ref: media,
    src: path,
    preload: shouldDeferLoading ? 'none' : 'metadata',
    'aria-label': recording.name,
  } as const
  // The browser loads captions once for each address.
  const captionsVersion = `${transcript?.version ?? 0}-${transcript?.names_version ?? 0}`
  const captions = transcript?.is_whole && transcript.segment_count > 0 && (
    <track
      kind="captions"
      key={captionsVersion}
      src={buildUrl(getCaptions.path, { owner, key }, { v: captionsVersion })}
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
          <p>The recording cannot be played right now. The transcript is still available.</p>
          <Button variant="default" onClick={player.reload}>
            Try again
          </Button>
        </div>
      )}
    </div>
  )
}

function unavailableText({ status, is_private: isPrivate }: Recording): string {
  if (isPrivate && status === 'failed') return 'Not shown: the recording could not be protected.'
  if (status === 'failed') return 'Nothing to play.'
  return isPrivate
    ? 'Playback is available once the recording is protected and checked.'
    : 'Converting. Playback is available when this is done.'
}
