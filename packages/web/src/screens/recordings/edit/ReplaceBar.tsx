/** Find and replace in all lines. Finds the text as it is typed, not words. */
import { findPattern, type Recording, type TranscriptSegment } from '@inlet/contract/workspace'
import { Button, Checkbox, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useMemo, useState } from 'react'
import { FormProblem } from '../../../ui/FormProblem.tsx'
import { countOf } from '../../../ui/format/count.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { useFocusReturn } from '../../../ui/use-focus-return.ts'
import { textOf } from '../transcript-time.ts'
import { replaceAll } from './change-lines.ts'
import classes from './ReplaceBar.module.css'

export function ReplaceBar(props: {
  recording: Recording
  segments: readonly TranscriptSegment[]
  find: string
  onClose: () => void
}) {
  const { recording, segments, onClose } = props
  useFocusReturn()
  const [find, setFind] = useState(props.find)
  const [replacement, setReplacement] = useState('')
  const [isCaseMatched, setCaseMatched] = useState(false)
  const [isWholeWord, setWholeWord] = useState(true)
  const client = useQueryClient()
  const options = { find, match_case: isCaseMatched, whole_words: isWholeWord }
  const replace = useMutation({
    mutationFn: () => replaceAll({ client, recording }, { ...options, replacement }),
  })
  const count = useMemo(
    () =>
      find.trim() === ''
        ? 0
        : countMatches(segments, findPattern({ find, match_case: isCaseMatched, whole_words: isWholeWord })),
    [segments, find, isCaseMatched, isWholeWord],
  )
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (count > 0 && !replace.isPending) replace.mutate()
  }
  return (
    <form
      className={classes.bar}
      aria-label="Find and replace"
      onSubmit={onSubmit}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <TextInput
        label="Find"
        data-autofocus
        autoFocus
        maxLength={1000}
        value={find}
        onChange={(event) => setFind(event.currentTarget.value)}
      />
      <TextInput
        label="Replace with"
        maxLength={1000}
        value={replacement}
        onChange={(event) => setReplacement(event.currentTarget.value)}
      />
      <div className={classes.options}>
        <Checkbox
          label="Match case"
          checked={isCaseMatched}
          onChange={(event) => setCaseMatched(event.currentTarget.checked)}
        />
        <Checkbox
          label="Whole words"
          checked={isWholeWord}
          onChange={(event) => setWholeWord(event.currentTarget.checked)}
        />
        <output className={classes.count}>{countOf(count, 'match', 'matches')}</output>
        <Button type="submit" disabled={count === 0} loading={replace.isPending}>
          Replace all
        </Button>
        <IconButton icon="close" label="Close find and replace" onClick={onClose} />
      </div>
      <FormProblem error={replace.error} />
    </form>
  )
}

const countMatches = (segments: readonly TranscriptSegment[], pattern: RegExp): number =>
  segments.reduce((sum, segment) => sum + [...textOf(segment).matchAll(pattern)].length, 0)
