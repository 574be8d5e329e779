import { getRecording, type Recording as Item, type TranscriptSegment } from '@inlet/contract/workspace'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import '../../theme/speakers.css'
import { isGone } from '../../api/api-error.ts'
import { queryOf } from '../../api/queries.ts'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { countOf } from '../../ui/format/count.ts'
import { mediaTime } from '../../ui/format/media-time.ts'
import { Loading } from '../../ui/Loading.tsx'
import { ProblemPage } from '../../ui/ProblemPage.tsx'
import { ReaderPage } from '../../ui/ReaderPage.tsx'
import { SideDrawer } from '../../ui/SideDrawer.tsx'
import { useIsPhone } from '../../ui/use-width.ts'
import { Controls } from './Controls.tsx'
import { CopyLink } from './CopyLink.tsx'
import { lanesOf, type WaveformPicture } from './draw-waveform.ts'
import { languageName } from './language-name.ts'
import { createPlayer, type Player } from './player.ts'
import classes from './Recording.module.css'
import { RecordingAbout } from './RecordingAbout.tsx'
import { RecordingMenu } from './RecordingMenu.tsx'
import { Stage } from './Stage.tsx'
import { areSpeakersIdentified, type ShownSpeaker, toShownSpeakers } from './speakers.ts'
import { Timeline } from './Timeline.tsx'
import { Transcript } from './Transcript.tsx'
import { TranscriptState } from './TranscriptState.tsx'
import { useCaptions } from './use-captions.ts'
import { usePlayerKeys } from './use-player-keys.ts'
import { useTimeInUrl } from './use-time-in-url.ts'
import { useTranscript } from './use-transcript.ts'
import type { TranscriptPanel } from './use-transcript-editing.tsx'

const route = getRouteApi('/inside/recordings/$owner/$key')
const none: never[] = []

export function Recording() {
  const { owner, key } = route.useParams()
  const { data: item, error } = useQuery(queryOf(getRecording, { params: { owner, key } }))
  if (error && (!item || isGone(error)))
    return <ProblemPage title="This recording cannot be shown." error={error} />
  if (!item) return <Loading label="the recording" />
  return <LoadedRecording key={`${owner}/${key}`} recording={item} />
}

function LoadedRecording({ recording }: { recording: Item }) {
  const { t } = route.useSearch()
  const isPhone = useIsPhone()
  const [player] = useState(() => createPlayer(t ?? 0))
  const [isAboutOpen, setAboutOpen] = useState(false)
  const [panel, setPanel] = useState<TranscriptPanel>()
  const left = useRef<HTMLDivElement>(null)
  const query = useTranscript(recording)
  const segments = query.data?.segments ?? none
  const speakers = useMemo(() => toShownSpeakers(recording), [recording])
  const captions = useCaptions(player, recording)
  const durationMs = recording.duration_ms ?? 0
  const picture = useWaveform(recording, segments, speakers)
  const toggleFullScreen = () => {
    if (document.fullscreenElement) void document.exitFullscreen()
    else void left.current?.requestFullscreen()
  }
  const canPlay = recording.rendition_path !== null
  useTimeInUrl(player)
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
          <RecordingMenu
            recording={recording}
            onShowAbout={isPhone ? () => setAboutOpen(true) : undefined}
            onPanel={setPanel}
          />
        </>
      }
    >
      <div className={classes.layout}>
        <div ref={left} className={classes.left}>
          <Stage
            recording={recording}
            player={player}
            areCaptionsOn={captions?.isOn ?? false}
            shouldDeferLoading={query.isPending}
          />
          {canPlay && <Timeline player={player} picture={picture} />}
          {!isPhone && controls}
          {!isPhone && about}
        </div>
        <div className={classes.right}>
          <TranscriptColumn
            recording={recording}
            query={query}
            speakers={speakers}
            player={player}
            panel={panel}
            onPanel={setPanel}
          />
        </div>
        {isPhone && controls && <div className={classes.foot}>{controls}</div>}
      </div>
      {isAboutOpen && isPhone && (
        <SideDrawer title={recording.name} onClose={() => setAboutOpen(false)}>
          {about}
        </SideDrawer>
      )}
    </ReaderPage>
  )
}

function factsOf({ duration_ms: ms, transcript }: Item, speakers: readonly ShownSpeaker[]): string {
  return [
    ms === null ? undefined : mediaTime(ms / 1000),
    areSpeakersIdentified(speakers) ? countOf(speakers.length, 'speaker') : undefined,
    transcript && transcript.segment_count > 0 ? languageName(transcript.language) : undefined,
  ]
    .filter(Boolean)
    .join(' · ')
}

function TranscriptColumn(props: {
  recording: Item
  query: ReturnType<typeof useTranscript>
  speakers: readonly ShownSpeaker[]
  player: Player
  panel: TranscriptPanel | undefined
  onPanel: (panel: TranscriptPanel | undefined) => void
}) {
  const { recording, query, ...rest } = props
  if (query.isPending) return <Loading label="the transcript" rowHeight={56} />
  if (!query.data)
    return (
      <ErrorPanel
        title="The transcript could not be loaded."
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    )
  const { segments } = query.data
  if (segments.length === 0) return <TranscriptState recording={recording} lineCount={0} />
  return (
    <Transcript recording={recording} segments={segments} {...rest}>
      <TranscriptState recording={recording} lineCount={segments.length} />
    </Transcript>
  )
}

function useWaveform(
  { waveform, duration_ms: durationMs }: Item,
  segments: readonly TranscriptSegment[],
  speakers: readonly ShownSpeaker[],
): WaveformPicture {
  return useMemo(() => {
    const colours = new Map(speakers.map(({ id, colour }) => [id, colour]))
    return {
      peaks: waveform?.peaks ?? none,
      msPerPeak: waveform?.ms_per_peak ?? 1000,
      durationMs: durationMs ?? 0,
      lanes: speakers.length > 1 ? lanesOf(segments, colours) : none,
    }
  }, [waveform, durationMs, segments, speakers])
}
