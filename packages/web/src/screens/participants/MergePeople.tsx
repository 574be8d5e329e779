import { type EditableParticipant, listParticipants } from '@inlet/contract/workspace'
import { Select } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '../../api/queries.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import classes from './Dialogs.module.css'

const maxSuggestions = 10
const describe = ({ name, email }: Pick<EditableParticipant, 'name' | 'email'>) =>
  name === null ? email : `${name} (${email})`

/** The participants of a merge; others are found by name or address. */
export function MergePeople(props: {
  people: readonly EditableParticipant[]
  canAdd: boolean
  onAdd: (id: number) => void
  onRemove: (id: number) => void
}) {
  const { people, canAdd, onAdd, onRemove } = props
  const [text, setText] = useState('')
  const q = useDebounced(text, 150)
  const { data } = useQuery({
    ...queryOf(listParticipants, { query: { limit: maxSuggestions, ...(q ? { q } : {}) } }),
    placeholderData: keepPreviousData,
  })
  const others = (data?.participants ?? []).filter(({ id }) => people.every((one) => one.id !== id))
  return (
    <>
      <ul className={classes.people} aria-label="Participants to merge">
        {people.map((person) => (
          <li key={person.id}>
            {describe(person)}
            {people.length > 1 && (
              <IconButton
                icon="close"
                label={`Leave out ${describe(person)}`}
                onClick={() => onRemove(person.id)}
              />
            )}
          </li>
        ))}
      </ul>
      {canAdd && (
        <Select
          label="Add a participant"
          placeholder="Name or e-mail address"
          searchable
          selectFirstOptionOnChange
          nothingFoundMessage="No other participant has this name or address."
          // The server has matched them, also by addresses that are not shown.
          filter={({ options }) => options}
          data={others.map((person) => ({ value: String(person.id), label: describe(person) }))}
          searchValue={text}
          onSearchChange={setText}
          value={null}
          onChange={(value) => {
            if (value === null) return
            onAdd(Number(value))
            setText('')
          }}
        />
      )}
    </>
  )
}
