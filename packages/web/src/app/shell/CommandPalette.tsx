/** Jump to a page or a project. The page stays visible behind, and Esc leads back to it. */
import { listProjects } from '@inlet/contract/workspace'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useId, useState } from 'react'
import { pagesOf } from '../../api/queries.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { destinationsOf } from '../navigation.ts'
import { useSession } from '../session.ts'
import classes from './CommandPalette.module.css'

interface Entry {
  to: string
  label: string
  hint: string
  icon: IconName
}

const mostShown = 12

export function CommandPalette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const entries = useEntries(text)
  const navigate = useNavigate()
  const list = useId()
  const go = (entry: Entry | undefined) => {
    if (!entry) return
    onClose()
    void navigate({ to: entry.to })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      setChosen((place) => (place + step + entries.length) % Math.max(entries.length, 1))
    } else if (event.key === 'Enter') {
      event.preventDefault()
      go(entries[chosen])
    }
  }
  return (
    <Dialog title="Search or jump" isTitleHidden onClose={onClose} size={560}>
      <div className={classes.field}>
        <Icon name="search" />
        <input
          data-autofocus
          className={classes.input}
          role="combobox"
          aria-label="Search or jump"
          aria-expanded="true"
          aria-controls={list}
          aria-activedescendant={entries[chosen] ? `${list}-${chosen}` : undefined}
          placeholder="Go to a project or a page"
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setChosen(0)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div role="listbox" id={list} aria-label="Places" className={classes.list}>
        {entries.map((entry, place) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the field, which keeps the focus
          <div
            key={entry.to}
            id={`${list}-${place}`}
            role="option"
            tabIndex={-1}
            aria-selected={place === chosen}
            className={classes.entry}
            onClick={() => go(entry)}
            onPointerMove={() => setChosen(place)}
          >
            <Icon name={entry.icon} />
            <span className={classes.label}>{entry.label}</span>
            <span className={classes.hint}>{entry.hint}</span>
          </div>
        ))}
      </div>
      {entries.length === 0 && <p className={classes.none}>Nothing is called “{text}”.</p>}
    </Dialog>
  )
}

function useEntries(text: string): Entry[] {
  const session = useSession()
  const { data } = useInfiniteQuery(pagesOf(listProjects, { query: { limit: 100 } }))
  const pages = destinationsOf(session).map(({ to, label, icon }) => ({ to, label, icon, hint: 'Page' }))
  const account: Entry = { to: '/account', label: 'Account', icon: 'person', hint: 'Page' }
  const projects = (data?.pages ?? []).flatMap((page) =>
    page.projects.map(
      ({ id, name }): Entry => ({ to: `/projects/${id}`, label: name, icon: 'projects', hint: 'Project' }),
    ),
  )
  const wanted = text.trim().toLowerCase()
  return [...pages, ...projects, account]
    .filter(({ label }) => label.toLowerCase().includes(wanted))
    .slice(0, mostShown)
}
