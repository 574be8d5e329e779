/** Edits one line in place. Enter or Ctrl Enter saves, Esc cancels; leaving the field saves, too. */
import { maxLineChars, type Recording, type TranscriptSegment } from '@inlet/contract/workspace'
import { useQueryClient } from '@tanstack/react-query'
import { type FocusEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { mediaTime } from '../../../ui/format/media-time.ts'
import { TextButton } from '../../../ui/TextButton.tsx'
import { textOf } from '../transcript-time.ts'
import classes from './LineEditor.module.css'
import { type EditProblem, useLineEditor } from './use-line-editor.ts'

export function LineEditor(props: {
  recording: Recording
  line: TranscriptSegment
  /** Offset of the caret when it opens. */
  caret: number
  onClose: (isByKeyboard: boolean) => void
  onTogglePlay: () => void
}) {
  const { recording, line, caret, onClose, onTogglePlay } = props
  const client = useQueryClient()
  const field = useRef<HTMLTextAreaElement>(null)
  const isByKeyboard = useRef(false)
  const editor = useLineEditor({ client, recording }, line, () => onClose(isByKeyboard.current))
  const { text, setText, problem } = editor

  // biome-ignore lint/correctness/useExhaustiveDependencies: the caret is placed once, not after each save
  useEffect(() => {
    field.current?.focus()
    field.current?.setSelectionRange(caret, caret)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    if (!field.current) return
    field.current.style.height = 'auto'
    field.current.style.height = `${field.current.scrollHeight}px`
  }, [text])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const isControl = event.ctrlKey || event.metaKey
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      isByKeyboard.current = true
      void editor.finish()
    } else if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      isByKeyboard.current = true
      void editor.cancel()
    } else if (isControl && event.code === 'Space') {
      event.preventDefault()
      onTogglePlay()
    }
  }
  const onBlur = (event: FocusEvent<HTMLDivElement>) => {
    if (event.currentTarget.contains(event.relatedTarget)) return
    isByKeyboard.current = false
    // Switching to another window or tab saves and keeps the editor open.
    if (document.hasFocus()) void editor.finish()
    else void editor.save()
  }
  const label = `Text at ${mediaTime(line.start_ms / 1000)}`
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the focus leaves the field or one of the buttons below it */}
      <div className={classes.editor} onBlur={onBlur}>
        <textarea
          ref={field}
          className={classes.field}
          aria-label={label}
          aria-describedby={`edit-${line.number}`}
          dir="auto"
          rows={1}
          maxLength={maxLineChars}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <p id={`edit-${line.number}`} className={classes.hint} role="status">
          {stateText(editor)}
        </p>
        {problem && (
          <Problem problem={problem} onKeep={() => void editor.keepMine()} onDiscard={editor.discard} />
        )}
      </div>
      {editor.leaving.status === 'blocked' && (
        <ConfirmDialog
          title="Leave without saving?"
          action="Discard my change"
          onConfirm={editor.leave}
          onClose={editor.leaving.reset}
        >
          <p>{`The change of the line at ${mediaTime(line.start_ms / 1000)} is not saved.`}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

function stateText({
  isSaving,
  isUnsaved,
  problem,
}: Pick<ReturnType<typeof useLineEditor>, 'isSaving' | 'isUnsaved' | 'problem'>): string {
  if (problem) return 'Not saved'
  if (isSaving) return 'Saving…'
  return isUnsaved ? 'Enter saves, Esc cancels' : 'Saved. Esc cancels'
}

function Problem(props: { problem: EditProblem; onKeep: () => void; onDiscard: () => void }) {
  const { problem, onKeep, onDiscard } = props
  if (problem.kind === 'conflict')
    return (
      <div role="alert" className={classes.problem}>
        <p>Somebody changed this line while you were editing. It now reads:</p>
        <blockquote dir="auto">{textOf(problem.current) || 'No text'}</blockquote>
        <TextButton onClick={onKeep}>Save mine</TextButton>
        <TextButton onClick={onDiscard}>Use theirs</TextButton>
      </div>
    )
  if (problem.kind === 'offline')
    return (
      <div role="alert" className={classes.problem}>
        <p>The server did not respond. Your text is kept here and saved when the connection is back.</p>
      </div>
    )
  return (
    <div role="alert" className={classes.problem}>
      <p>{problem.message}</p>
      <TextButton onClick={onDiscard}>Discard my change</TextButton>
    </div>
  )
}
