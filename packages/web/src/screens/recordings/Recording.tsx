import { exportRecordingTranscript, getRecording, type Recording as Item } from '@inlet/contract/workspace'
import { Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import '../../theme/speakers.css'
import { addressOf } from '../../api/call.ts'
import { queryOf } from '../../api/queries.ts'
import { announce } from '../../live/announce.ts'
import { copyText } from '../../ui/copy-text.ts'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { countOf } from '../../ui/format/count.ts'
import { mediaTime } from '../../ui/format/media-time.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { ProblemPage } from '../../ui/ProblemPage.tsx'
import { ReaderPage } from '../../ui/ReaderPage.tsx'
import { SideDrawer } from '../../ui/SideDrawer.tsx'
import { useIsPhone } from '../../ui/use-width.ts'
import { Controls } from './Controls.tsx'
import { lanesOf } from './draw-waveform.ts'
import { languageName } from './language-name.ts'
import { createPlayer } from './player.ts'
import classes from './Recording.module.css'
import { RecordingAbout } from './RecordingAbout.tsx'
import { Stage } from './Stage.tsx'
import { areToldApart, type ShownSpeaker, showSpeakers } from './speakers.ts'
import { Timeline } from './Timeline.tsx'
import { Transcript } from './Transcript.tsx'
import { TranscriptState } from './TranscriptState.tsx'
import { useCaptions } from './use-captions.ts'
import { usePlayerKeys } from './use-player-keys.ts'
import { useTimeInAddress } from './use-time-in-address.ts'
import { useTranscript } from './use-transcript.ts'

const route = getRouteApi('/inside/recordings/$owner/$key')
const formats = ['txt', 'srt', 'vtt', 'json'] as const
const none: never[] = []

export function Recording() {
  const { owner, key } = route.useParams()
  const { data: item, error } = useQuery(queryOf(getRecording, { params: { owner, key } }))
  if (error && !item) return <ProblemPage title="This recording cannot be shown." error={error} />
  if (!item) return <Loading label="the recording" />
  return <Opened key={`${owner}/${key}`} recording={item} />
}

function Opened({ recording }: { recording: Item }) {
  const { t } = route.useSearch()
  const isPhone = useIsPhone()
  const [player] = useState(() => createPlayer(t ?? 0))
  const [isAboutOpen, openAbout] = useState(false)
  const left = useRef<HTMLDivElement>(null)
  const query = useTranscript(recording)
  const segments = query.data?.segments ?? none
  const speakers = useMemo(() => showSpeakers(recording), [recording])
  const captions = useCaptions(player, recording)
  const durationMs = recording.duration_ms ?? 0
  const picture = useMemo(() => {
    const colours = new Map(speakers.map(({ id, colour }) => [id, colour]))
    return {
      peaks: recording.waveform?.peaks ?? none,
      msPerPeak: recording.waveform?.ms_per_peak ?? 1000,
      durationMs,
      lanes: speakers.length > 1 ? lanesOf(segments, colours) : none,
    }
  }, [recording.waveform, durationMs, segments, speakers])
  const toggleFullScreen = () => {
    if (document.fullscreenElement) void document.exitFullscreen()
    else void left.current?.requestFullscreen()
  }
  const canPlay = recording.rendition_path !== null
  useTimeInAddress(player)
  usePlayerKeys(player, {
    toggleCaptions: captions?.toggle,
    toggleFullScreen: recording.has_video ? toggleFullScreen : undefined,
  })
  useEffect(() => () => void (document.fullscreenElement && document.exitFullscreen()), [])

  const controls = canPlay && (
    <Controls
      player={player}
      durationMs={durationMs}
      captions={captions}
      onFullScreen={recording.has_video ? toggleFullScreen : undefined}
    />
  )
  const about = <RecordingAbout recording={recording} segments={segments} speakers={speakers} />
  return (
    <ReaderPage
      title={recording.name}
      project={recording.project}
      facts={factsOf(recording, speakers)}
      tools={
        <>
          <CopyLink timeOf={player.time} />
          <Menu>
            <Menu.Target>
              <IconButton icon="more" label="More" />
            </Menu.Target>
            <Menu.Dropdown>
              {isPhone && <Menu.Item onClick={() => openAbout(true)}>Speakers and details</Menu.Item>}
              {recording.transcript?.is_whole &&
                formats.map((format) => (
                  <Menu.Item
                    key={format}
                    component="a"
                    href={addressOf(exportRecordingTranscript.path, {
                      owner: recording.owner,
                      key: recording.key,
                      format,
                    })}
                    download
                  >
                    Save the transcript as {format}
                  </Menu.Item>
                ))}
              {recording.original_url && (
                <Menu.Item component="a" href={recording.original_url} rel="noreferrer">
                  Save the original file
                </Menu.Item>
              )}
              {!recording.transcript?.is_whole && !recording.original_url && !isPhone && (
                <Menu.Item disabled>
                  {recording.status === 'failed' ? 'Nothing to save' : 'Nothing to save yet'}
                </Menu.Item>
              )}
            </Menu.Dropdown>
          </Menu>
        </>
      }
    >
      <div className={classes.layout}>
        <div ref={left} className={classes.left}>
          <Stage
            recording={recording}
            player={player}
            areCaptionsOn={captions?.isOn ?? false}
            isPatient={query.isPending}
          />
          {canPlay && <Timeline player={player} picture={picture} />}
          {!isPhone && controls}
          {!isPhone && about}
        </div>
        <div className={classes.right}>
          {query.isPending && <Loading label="the transcript" rowHeight={56} />}
          {query.isError && (
            <ErrorPanel
              title="The transcript could not be loaded."
              error={query.error}
              onRetry={() => void query.refetch()}
            />
          )}
          {query.isSuccess &&
            (segments.length === 0 ? (
              <TranscriptState recording={recording} lineCount={0} />
            ) : (
              <Transcript recording={recording} segments={segments} speakers={speakers} player={player}>
                <TranscriptState recording={recording} lineCount={segments.length} />
              </Transcript>
            ))}
        </div>
        {isPhone && controls && <div className={classes.foot}>{controls}</div>}
      </div>
      {isAboutOpen && isPhone && (
        <SideDrawer title={recording.name} onClose={() => openAbout(false)}>
          {about}
        </SideDrawer>
      )}
    </ReaderPage>
  )
}

function factsOf({ duration_ms: ms, transcript }: Item, speakers: readonly ShownSpeaker[]): string {
  return [
    ms === null ? undefined : mediaTime(ms / 1000),
    areToldApart(speakers) ? countOf(speakers.length, 'speaker') : undefined,
    transcript && transcript.segment_count > 0 ? languageName(transcript.language) : undefined,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** The address of this second. */
function CopyLink({ timeOf }: { timeOf: () => number }) {
  const copy = () => {
    const address = new URL(location.href)
    const seconds = Math.floor(timeOf())
    if (seconds > 0) address.searchParams.set('t', String(seconds))
    else address.searchParams.delete('t')
    void copyText(address.href).then(() => announce(`Link to ${mediaTime(seconds)} copied.`))
    setDone(true)
  }
  const [isDone, setDone] = useState(false)
  useEffect(() => {
    if (!isDone) return undefined
    const timer = setTimeout(() => setDone(false), 2000)
    return () => clearTimeout(timer)
  }, [isDone])
  return (
    <IconButton
      icon={isDone ? 'check' : 'link'}
      label={isDone ? 'Copied' : 'Copy the link to this second'}
      onClick={copy}
    />
  )
}
