/** What was said, beside the player: it follows what is heard, can be searched, and a word plays itself. */
import type { Recording, TranscriptSegment } from '@inlet/contract/workspace'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useSession } from '../../app/session.ts'
import { FindBox } from '../../ui/FindBox.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { useShortcut } from '../../ui/shortcuts/use-shortcut.ts'
import { NameSpeaker } from './NameSpeaker.tsx'
import type { Player } from './player.ts'
import { areToldApart, type ShownSpeaker } from './speakers.ts'
import classes from './Transcript.module.css'
import { TranscriptLines } from './TranscriptLines.tsx'
import { segmentAt, timeOfPlace } from './transcript-time.ts'
import { useFindInLines } from './use-find-in-lines.ts'
import { useFollow } from './use-follow.ts'
import { useWholeSeconds } from './use-player.ts'
import { useSpokenWord } from './use-spoken-word.ts'
import { placeAtPoint } from './word-at-point.ts'

const route = getRouteApi('/inside/recordings/$owner/$key')
const group = 'Recording'

export function Transcript(props: {
  recording: Recording
  segments: readonly TranscriptSegment[]
  speakers: readonly ShownSpeaker[]
  player: Player
  /** Above the lines: how far it is, or what went wrong. */
  children?: React.ReactNode
}) {
  const { recording, segments, speakers, player, children } = props
  const { find, speaker: only } = route.useSearch()
  const navigate = route.useNavigate()
  const { can_write: canWrite } = useSession()
  const [naming, setNaming] = useState<TranscriptSegment>()
  const scroller = useRef<HTMLElement>(null)
  const list = useRef<HTMLOListElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const byId = useMemo(() => new Map(speakers.map((speaker) => [speaker.id, speaker])), [speakers])
  const shown = useMemo(
    () => (only === undefined ? segments : segments.filter(({ speaker }) => speaker === only)),
    [segments, only],
  )
  const follow = useFollow(scroller)
  const { stop, bring } = follow
  useSpokenWord({ list, segments: shown, player, onLine: follow.onLine })
  const bringFound = useCallback(
    (line: HTMLElement) => {
      stop()
      bring(line)
    },
    [stop, bring],
  )
  const found = useFindInLines({ list, segments: shown, find, bring: bringFound })

  const setSearch = useCallback(
    (change: { find?: string | undefined; speaker?: string | undefined }) =>
      void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false }),
    [navigate],
  )
  const setFind = useCallback((text: string | undefined) => setSearch({ find: text }), [setSearch])

  // A click on a word plays from it, unless it was the end of a selection.
  useEffect(() => {
    const lines = list.current
    if (!lines) return undefined
    const onClick = (event: MouseEvent) => {
      const line = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('p') : null
      const number = Number(line?.closest<HTMLElement>('[data-line]')?.dataset['line'])
      const segment = line ? shown.find((one) => one.number === number) : undefined
      if (!line || !segment || !document.getSelection()?.isCollapsed) return
      const hit = placeAtPoint(event.clientX, event.clientY)
      const place = hit && line.contains(hit.node) ? hit.offset : 0
      player.seek(timeOfPlace(segment, place) / 1000)
    }
    lines.addEventListener('click', onClick)
    return () => lines.removeEventListener('click', onClick)
  }, [shown, player])

  const step = (by: 1 | -1) => {
    const ms = player.time() * 1000
    const at = segmentAt(shown, ms)
    // Back first goes to the beginning of the line, as players do.
    const isInside = by === -1 && ms - (shown[at]?.start_ms ?? 0) > 1500
    const next = shown[Math.max(0, isInside ? at : at + by)]
    if (next) player.seek(next.start_ms / 1000)
  }
  useShortcut({ keys: 'ArrowRight', label: 'Next line', group }, () => step(1))
  useShortcut({ keys: 'ArrowLeft', label: 'Line before', group }, () => step(-1))
  useShortcut({ keys: '/', label: 'Find in the transcript', group }, () => field.current?.select())
  useShortcut({ keys: 'n', label: 'Next found word', group }, () => found.walk(1))
  useShortcut({ keys: 'shift+n', label: 'Found word before', group }, () => found.walk(-1))
  const onPlay = useCallback((seconds: number) => player.seek(seconds), [player])
  const namingSpeaker = naming && byId.get(naming.speaker)
  return (
    <div className={classes.transcript}>
      <div className={classes.tools}>
        <FindBox
          field={field}
          label="Find in the transcript"
          find={find}
          place={found.text}
          canWalk={found.count > 0}
          onFind={setFind}
          onWalk={found.walk}
        />
        {areToldApart(speakers) && speakers.length > 1 && (
          <select
            className={classes.only}
            aria-label="Whose lines"
            value={only ?? ''}
            onChange={(event) => setSearch({ speaker: event.target.value || undefined })}
          >
            <option value="">All speakers</option>
            {speakers.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </div>
      <section
        ref={scroller}
        className={classes.scroller}
        aria-label="Transcript"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
        tabIndex={0}
      >
        {children}
        <TranscriptLines
          list={list}
          segments={shown}
          speakers={byId}
          canName={canWrite}
          onPlay={onPlay}
          onName={setNaming}
        />
      </section>
      {!follow.isFollowing && <JumpToNow player={player} onJump={follow.jump} />}
      {naming && namingSpeaker && (
        <NameSpeaker
          recording={recording}
          speaker={namingSpeaker}
          line={naming}
          onClose={() => setNaming(undefined)}
        />
      )}
    </div>
  )
}

function JumpToNow({ player, onJump }: { player: Player; onJump: () => void }) {
  const seconds = useWholeSeconds(player)
  if (seconds === 0) return null
  return (
    <button type="button" className={classes.jump} onClick={onJump}>
      <Icon name="jump" />
      Jump to now
    </button>
  )
}
