import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { IconButton } from '../../ui/IconButton.tsx'
import { type EventGroup, eventGroups, labelOfType } from './event-labels.ts'
import classes from './Webhooks.module.css'

/** `chosen` is undefined for all events, including those of later releases. */
export function EventChoices(props: {
  chosen: readonly string[] | undefined
  error?: string | undefined
  onChange: (chosen: readonly string[] | undefined) => void
}) {
  const { chosen, error, onChange } = props
  const toggle = (types: readonly string[], isOn: boolean) => {
    const others = (chosen ?? []).filter((type) => !types.includes(type))
    onChange(isOn ? [...others, ...types] : others)
  }
  return (
    <fieldset className={classes.choices}>
      <legend>Events</legend>
      <Checkbox
        label="All events"
        checked={chosen === undefined}
        onChange={(event) => onChange(event.currentTarget.checked ? undefined : [])}
      />
      {chosen && (
        <ul className={classes.kinds}>
          {eventGroups.map((group) => (
            <KindChoice key={group.kind} group={group} chosen={chosen} onToggle={toggle} />
          ))}
        </ul>
      )}
      {error && (
        <p role="alert" className={classes.problem}>
          {error}
        </p>
      )}
    </fieldset>
  )
}

function KindChoice(props: {
  group: EventGroup
  chosen: readonly string[]
  onToggle: (types: readonly string[], isOn: boolean) => void
}) {
  const { group, chosen, onToggle } = props
  const [isOpen, setOpen] = useState(false)
  const { label, types } = group
  const count = types.filter((type) => chosen.includes(type)).length
  return (
    <li>
      <div className={classes.kind}>
        <Checkbox
          label={label}
          checked={count === types.length}
          indeterminate={count > 0 && count < types.length}
          onChange={(event) => onToggle(types, event.currentTarget.checked)}
        />
        <IconButton
          icon={isOpen ? 'up' : 'down'}
          label={`${isOpen ? 'Hide' : 'Show'} types: ${label}`}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
      </div>
      {isOpen && (
        <div className={classes.types}>
          {types.map((type) => (
            <Checkbox
              key={type}
              label={capitalize(labelOfType(type))}
              description={<span className={classes.mono}>{type}</span>}
              checked={chosen.includes(type)}
              onChange={(event) => onToggle([type], event.currentTarget.checked)}
            />
          ))}
        </div>
      )}
    </li>
  )
}

const capitalize = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)
