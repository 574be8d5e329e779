/** Editing lines, naming speakers, find and replace, and the history. Their code is loaded when it is used. */
import type { Recording, TranscriptSegment } from '@inlet/contract/workspace'
import { type KeyboardEvent, type RefObject, Suspense, useCallback, useMemo, useRef, useState } from 'react'
import { useSession } from '../../api/session.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { useShortcut } from '../../ui/shortcuts/use-shortcut.ts'
import type { Player } from './player.ts'
import type { ShownSpeaker } from './speakers.ts'
import type { LineActions } from './TranscriptLines.tsx'
import { textOf } from './transcript-time.ts'
import { focusedLine, focusLine, useLineSelection } from './use-line-selection.ts'

const LineEditor = lazyComponent(() => import('./edit/LineEditor.tsx'), 'LineEditor')
const SpeakerDialog = lazyComponent(() => import('./edit/SpeakerDialog.tsx'), 'SpeakerDialog')
const ReplaceBar = lazyComponent(() => import('./edit/ReplaceBar.tsx'), 'ReplaceBar')
const HistoryPanel = lazyComponent(() => import('./edit/HistoryPanel.tsx'), 'HistoryPanel')
const LineSelectionBar = lazyComponent(() => import('./edit/LineSelectionBar.tsx'), 'LineSelectionBar')

const group = 'Recording'

export type TranscriptPanel = 'replace' | 'history'

interface EditingInput {
  recording: Recording
  segments: readonly TranscriptSegment[]
  /** The lines of the chosen speaker. */
  shown: readonly TranscriptSegment[]
  speakers: ReadonlyMap<string, ShownSpeaker>
  list: RefObject<HTMLOListElement | null>
  player: Player
  find: string | undefined
  panel: TranscriptPanel | undefined
  onPanel: (panel: TranscriptPanel | undefined) => void
  /** The lines must not scroll away while one is edited. */
  onStart: () => void
}

type Naming = { line: TranscriptSegment } | { selected: readonly number[] }

export function useTranscriptEditing(input: EditingInput) {
  const { recording, segments, shown, speakers, list, player, find, panel, onPanel, onStart } = input
  const { can_write: canWrite } = useSession()
  const canEdit = canWrite && (recording.transcript?.is_whole ?? false)
  const [edited, setEdited] = useState<ReadonlySet<number>>(() => new Set())
  const [naming, setNaming] = useState<Naming>()
  const caret = useRef<number>(undefined)
  const selection = useLineSelection(list, shown, canWrite)

  const closeEditor = useCallback(
    (number: number, isByKeyboard: boolean) => {
      setEdited((now) => new Set([...now].filter((one) => one !== number)))
      if (isByKeyboard) requestAnimationFrame(() => focusLine(list.current, number))
    },
    [list],
  )
  const actions = useMemo<LineActions | undefined>(() => {
    if (!canWrite) return undefined
    return {
      edit: ({ number }) => {
        caret.current = undefined
        onStart()
        setEdited((now) => new Set([...now, number]))
      },
      name: (line) => setNaming({ line }),
      canEdit,
      renderEditor: (line) => (
        <Suspense>
          <LineEditor
            recording={recording}
            line={line}
            caret={caret.current ?? textOf(line).length}
            onClose={(isByKeyboard) => closeEditor(line.number, isByKeyboard)}
            onTogglePlay={player.toggle}
          />
        </Suspense>
      ),
    }
  }, [canWrite, canEdit, recording, closeEditor, player, onStart])

  const edit = (number: number | undefined, place?: number) => {
    const line = shown.find((one) => one.number === number)
    if (!line || !canEdit) return
    actions?.edit(line)
    caret.current = place
  }
  const nameFocused = () => {
    const line = shown.find((one) => one.number === focusedLine(list.current)) ?? shown[0]
    if (selection.numbers.length > 0) setNaming({ selected: selection.numbers })
    else if (line) setNaming({ line })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    selection.onKeyDown(event)
    const isLine = event.target instanceof HTMLElement && event.target.dataset['line'] !== undefined
    if (event.key !== 'Enter' || !isLine || event.nativeEvent.isComposing) return
    event.preventDefault()
    edit(focusedLine(list.current))
  }
  useShortcut(
    { keys: 'e', label: 'Edit line', group },
    () => edit(focusedLine(list.current) ?? shown[0]?.number),
    canEdit,
  )
  useShortcut({ keys: 's', label: 'Name speaker', group }, nameFocused, canWrite)
  useShortcut({ keys: 'shift+r', label: 'Find and replace', group }, () => onPanel('replace'), canEdit)
  useShortcut({ keys: 'shift+h', label: 'Transcript history', group }, () => onPanel('history'), canEdit)

  const close = () => onPanel(undefined)
  const line = naming && 'line' in naming ? naming.line : undefined
  return {
    actions,
    edited,
    selection,
    edit,
    onKeyDown,
    above: canEdit && panel === 'replace' && (
      <Suspense>
        <ReplaceBar recording={recording} segments={segments} find={find ?? ''} onClose={close} />
      </Suspense>
    ),
    below: (
      <Suspense>
        {selection.numbers.length > 0 && (
          <LineSelectionBar
            count={selection.numbers.length}
            onName={() => setNaming({ selected: selection.numbers })}
            onClear={selection.clear}
          />
        )}
        {canEdit && panel === 'history' && (
          <HistoryPanel recording={recording} version={versionOf(segments)} onClose={close} />
        )}
        {naming && (
          <SpeakerDialog
            recording={recording}
            segments={shown}
            speaker={line && speakers.get(line.speaker)}
            line={line}
            {...('selected' in naming ? { selected: naming.selected, onSaved: selection.clear } : {})}
            onClose={() => setNaming(undefined)}
          />
        )}
      </Suspense>
    ),
  }
}

/** Of the transcript that is shown: the last change of any line. */
const versionOf = (segments: readonly TranscriptSegment[]): number =>
  segments.reduce((last, { version }) => Math.max(last, version), 0)
