/** The transcript: follows playback, can be searched, and seeks when a word is clicked. */
import type { Recording, TranscriptSegment } from '@inlet/contract/workspace'
import { getRouteApi } from '@tanstack/react-router'
import { type RefObject, useCallback, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { FindBox } from '../../ui/FindBox.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { PlainSelect } from '../../ui/PlainSelect.tsx'
import { useShortcut } from '../../ui/shortcuts/use-shortcut.ts'
import type { Player } from './player.ts'
import { areSpeakersIdentified, type ShownSpeaker } from './speakers.ts'
import classes from './Transcript.module.css'
import { TranscriptLines } from './TranscriptLines.tsx'
import { segmentAt, timeOfPlace } from './transcript-time.ts'
import { useFindInLines } from './use-find-in-lines.ts'
import { useFollow } from './use-follow.ts'
import { useWholeSeconds } from './use-player.ts'
import { useSpokenWord } from './use-spoken-word.ts'
import { type TranscriptPanel, useTranscriptEditing } from './use-transcript-editing.tsx'
import { placeAtPoint } from './word-at-point.ts'

const route = getRouteApi('/inside/recordings/$owner/$key')
const group = 'Recording'

export function Transcript(props: {
  recording: Recording
  segments: readonly TranscriptSegment[]
  speakers: readonly ShownSpeaker[]
  player: Player
  panel: TranscriptPanel | undefined
  onPanel: (panel: TranscriptPanel | undefined) => void
  /** Shown above the lines: progress or an error. */
  children?: React.ReactNode
}) {
  const { recording, segments, speakers, player, panel, onPanel, children } = props
  const { find, speaker: only } = route.useSearch()
  const navigate = route.useNavigate()
  const scroller = useRef<HTMLElement>(null)
  const list = useRef<HTMLOListElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const byId = useMemo(() => new Map(speakers.map((speaker) => [speaker.id, speaker])), [speakers])
  const shown = useMemo(
    () => (only === undefined ? segments : segments.filter(({ speaker }) => speaker === only)),
    [segments, only],
  )
  const follow = useFollow(scroller)
  const { stop, scrollToLine } = follow
  useSpokenWord({ list, segments: shown, player, onLine: follow.onLine })
  const scrollToMatch = useCallback(
    (line: HTMLElement) => {
      stop()
      scrollToLine(line)
    },
    [stop, scrollToLine],
  )
  const found = useFindInLines({ list, segments: shown, find, scrollToLine: scrollToMatch })

  const setSearch = useCallback(
    (change: { find?: string | undefined; speaker?: string | undefined }) =>
      void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false }),
    [navigate],
  )
  const setFind = useCallback((text: string | undefined) => setSearch({ find: text }), [setSearch])

  const editing = useTranscriptEditing({
    recording,
    segments,
    shown,
    speakers: byId,
    list,
    player,
    find,
    panel,
    onPanel,
    onStart: stop,
  })
  useLineClicks(list, shown, {
    seek: (segment, place) => player.seek(timeOfPlace(segment, place) / 1000),
    select: editing.actions && editing.selection.select,
    edit: editing.edit,
  })
  useLineKeys(shown, player)
  useShortcut({ keys: '/', label: 'Find in transcript', group }, () => field.current?.select())
  useShortcut({ keys: 'n', label: 'Next match', group }, () => found.step(1))
  useShortcut({ keys: 'shift+n', label: 'Previous match', group }, () => found.step(-1))
  const onPlay = useCallback((seconds: number) => player.seek(seconds), [player])
  return (
    <div className={classes.transcript}>
      <div className={classes.tools}>
        <FindBox
          field={field}
          label="Find in transcript"
          find={find}
          position={found.text}
          canStep={found.count > 0}
          onFind={setFind}
          onStep={found.step}
        />
        <SpeakerFilter speakers={speakers} chosen={only} onChoose={(speaker) => setSearch({ speaker })} />
      </div>
      {editing.above}
      <section
        ref={scroller}
        className={classes.scroller}
        aria-label="Transcript"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        onKeyDown={editing.onKeyDown}
      >
        {children}
        <TranscriptLines
          list={list}
          segments={shown}
          speakers={byId}
          onPlay={onPlay}
          actions={editing.actions}
          edited={editing.edited}
          selected={editing.selection.keys}
        />
      </section>
      {!follow.isFollowing && <JumpToCurrentLine player={player} onJump={follow.resume} />}
      {editing.below}
    </div>
  )
}

function JumpToCurrentLine({ player, onJump }: { player: Player; onJump: () => void }) {
  const seconds = useWholeSeconds(player)
  if (seconds === 0) return null
  return (
    <button type="button" className={classes.jump} onClick={onJump}>
      <Icon name="jump" />
      Jump to current line
    </button>
  )
}

function SpeakerFilter(props: {
  speakers: readonly ShownSpeaker[]
  chosen: string | undefined
  onChoose: (speaker: string | undefined) => void
}) {
  const { speakers, chosen, onChoose } = props
  if (!areSpeakersIdentified(speakers) || speakers.length < 2) return null
  return (
    <PlainSelect
      className={classes.only}
      aria-label="Speaker"
      value={chosen ?? ''}
      onChange={(event) => onChoose(event.target.value || undefined)}
    >
      <option value="">All speakers</option>
      {speakers.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </PlainSelect>
  )
}

/**
 * Clicking a word seeks to it, unless the click ended a text selection. Shift and Ctrl select lines; a double click edits
 * the line.
 */
function useLineClicks(
  list: RefObject<HTMLOListElement | null>,
  shown: readonly TranscriptSegment[],
  on: {
    seek: (segment: TranscriptSegment, place: number) => void
    select: ((number: number, isRange: boolean) => void) | undefined
    edit: (number: number, place: number) => void
  },
): void {
  const hitOf = useEffectEvent((event: MouseEvent) => {
    const line = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('p') : null
    const number = Number(line?.closest<HTMLElement>('[data-line]')?.dataset['line'])
    const segment = line ? shown.find((one) => one.number === number) : undefined
    if (!line || !segment) return undefined
    const hit = placeAtPoint(event.clientX, event.clientY)
    return { segment, place: hit && line.contains(hit.node) ? hit.offset : 0 }
  })
  const isSelecting = useEffectEvent(
    ({ shiftKey, ctrlKey, metaKey }: MouseEvent) =>
      on.select !== undefined && (shiftKey || ctrlKey || metaKey),
  )
  const click = useEffectEvent((event: MouseEvent) => {
    const hit = hitOf(event)
    if (!hit) return
    if (isSelecting(event)) on.select?.(hit.segment.number, event.shiftKey)
    else if (document.getSelection()?.isCollapsed) on.seek(hit.segment, hit.place)
  })
  const doubleClick = useEffectEvent((event: MouseEvent) => {
    const hit = hitOf(event)
    if (hit && !isSelecting(event)) on.edit(hit.segment.number, hit.place)
  })
  useEffect(() => {
    const lines = list.current
    if (!lines) return undefined
    const controller = new AbortController()
    const { signal } = controller
    lines.addEventListener('click', (event) => click(event), { signal })
    lines.addEventListener('dblclick', (event) => doubleClick(event), { signal })
    // Otherwise Shift would select the text in between.
    lines.addEventListener(
      'mousedown',
      (event) => isSelecting(event) && hitOf(event) && event.preventDefault(),
      { signal },
    )
    return () => controller.abort()
  }, [list])
}

/** The arrow keys move from line to line. */
function useLineKeys(shown: readonly TranscriptSegment[], player: Player): void {
  const step = (by: 1 | -1) => {
    const ms = player.time() * 1000
    const at = segmentAt(shown, ms)
    // Going back first returns to the start of the current line, as players do.
    const isInside = by === -1 && ms - (shown[at]?.start_ms ?? 0) > 1500
    const next = shown[Math.max(0, isInside ? at : at + by)]
    if (next) player.seek(next.start_ms / 1000)
  }
  useShortcut({ keys: 'ArrowRight', label: 'Next line', group }, () => step(1))
  useShortcut({ keys: 'ArrowLeft', label: 'Previous line', group }, () => step(-1))
}
