import { type Recording, suggestSpeakers, type TranscriptSegment } from '@inlet/contract/workspace'
import { Button } from '@mantine/core'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { queryOf } from '../../../api/queries.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { DialogActions } from '../../../ui/DialogActions.tsx'
import { FormProblem } from '../../../ui/FormProblem.tsx'
import { countOf } from '../../../ui/format/count.ts'
import { NameField } from '../../../ui/NameField.tsx'
import { useDebounced } from '../../../ui/use-debounced.ts'
import type { ShownSpeaker } from '../speakers.ts'
import { nameSpeakers } from './change-lines.ts'
import classes from './SpeakerDialog.module.css'
import { assignedText, assignmentOf, linesFrom, type SpeakerTarget } from './speaker-targets.ts'

const maxShown = 8
type Scope = 'all' | 'line' | 'following'

/** Opened from a line, from the speaker list without a line, or for selected lines without a speaker. */
export function SpeakerDialog(props: {
  recording: Recording
  segments: readonly TranscriptSegment[]
  speaker: ShownSpeaker | undefined
  line: TranscriptSegment | undefined
  /** Numbers of the selected lines, which are named instead. */
  selected?: readonly number[]
  onSaved?: () => void
  onClose: () => void
}) {
  const { recording, segments, speaker, line, selected, onSaved, onClose } = props
  const known = selected ? '' : (line?.speaker_name ?? (speaker?.isNamed ? speaker.name : ''))
  const [name, setName] = useState(known)
  const [scope, setScope] = useState<Scope>('all')
  const [following, setFollowing] = useState('5')
  const client = useQueryClient()
  const save = useMutation({
    mutationFn: (given: string | null) => {
      const target = targetOf()
      return nameSpeakers({ client, recording }, assignmentOf(target, given), assignedText(target, given))
    },
    onSuccess: () => {
      onSaved?.()
      onClose()
    },
  })
  const targetOf = (): SpeakerTarget => {
    if (selected) return { lines: selected }
    if (!line || scope === 'all') return { speaker: speaker?.id ?? '', lineCount: speaker?.lineCount ?? 0 }
    return { lines: linesFrom(segments, line.number, scope === 'line' ? 1 : 1 + Number(following)) }
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '' && !save.isPending) save.mutate(name.trim())
  }
  return (
    <Dialog title={titleOf(known, selected)} onClose={onClose} size={420}>
      <form onSubmit={onSubmit} className={classes.form}>
        <NameField
          description="The original label is kept; you can undo this. Exports use the new name."
          value={name}
          onChange={setName}
        />
        <Suggestions
          recording={recording}
          typed={name === known ? '' : name}
          onChoose={(chosen) => !save.isPending && save.mutate(chosen)}
        />
        {line && !selected && (
          <fieldset className={classes.choice}>
            <legend>Apply to</legend>
            <label>
              <input type="radio" name="where" checked={scope === 'all'} onChange={() => setScope('all')} />
              {speaker?.id
                ? `All ${countOf(speaker.lineCount, 'line')} of ${speaker.name}`
                : `All ${countOf(speaker?.lineCount ?? 0, 'line')}`}
            </label>
            <label>
              <input type="radio" name="where" checked={scope === 'line'} onChange={() => setScope('line')} />
              This line only
            </label>
            <div className={classes.following}>
              <label>
                <input
                  type="radio"
                  name="where"
                  checked={scope === 'following'}
                  onChange={() => setScope('following')}
                />
                This line and the next
              </label>
              <input
                type="number"
                className={classes.count}
                aria-label="Number of following lines"
                min={1}
                max={segments.length}
                value={following}
                onChange={(event) => {
                  setFollowing(event.target.value)
                  setScope('following')
                }}
              />
            </div>
          </fieldset>
        )}
        <FormProblem error={save.error} />
        <DialogActions>
          {known !== '' && (
            <Button variant="default" onClick={() => save.mutate(null)}>
              Remove name
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function titleOf(known: string, selected: readonly number[] | undefined): string {
  if (selected) return `Name speaker of ${countOf(selected.length, 'line')}`
  return known === '' ? 'Name speaker' : `Rename ${known}`
}

/** Names of the recording, its project, participants and the team. Choosing one saves it. */
function Suggestions(props: { recording: Recording; typed: string; onChoose: (name: string) => void }) {
  const { recording, typed, onChoose } = props
  const { owner, key } = recording
  const q = useDebounced(typed.trim(), 200)
  const { data } = useQuery({
    ...queryOf(suggestSpeakers, { params: { owner, key }, query: q === '' ? {} : { q } }),
    placeholderData: keepPreviousData,
    // The last name may have been given a moment ago.
    staleTime: 0,
  })
  const shown = data?.suggestions.slice(0, maxShown) ?? []
  if (shown.length === 0) return null
  return (
    <fieldset className={classes.suggestions}>
      <legend>Suggestions</legend>
      {shown.map(({ name }) => (
        <button key={name} type="button" className={classes.suggestion} onClick={() => onChoose(name)}>
          <bdi>{name}</bdi>
        </button>
      ))}
    </fieldset>
  )
}
