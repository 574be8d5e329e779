/** Jumps to a page or to anything by name. Esc closes it and returns to the page behind. */
import { listProjects, type QuickHit, searchNames } from '@inlet/contract/workspace'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useId, useState } from 'react'
import { pagesOf, queryOf } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { linkToName } from '../../links/links.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { destinationsOf } from '../navigation.ts'
import classes from './CommandPalette.module.css'

interface Entry {
  to: string
  label: string
  hint: string
  icon: IconName
  search?: Record<string, string | number>
}

const maxShown = 12

export function CommandPalette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const entries = useEntries(text)
  const navigate = useNavigate()
  const list = useId()
  const go = (entry: Entry | undefined) => {
    if (!entry) return
    onClose()
    void navigate({ to: entry.to, ...(entry.search ? { search: entry.search as never } : {}) })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      setChosen((index) => (index + step + entries.length) % Math.max(entries.length, 1))
    } else if (event.key === 'Enter') {
      event.preventDefault()
      go(entries[chosen])
    }
  }
  return (
    <Dialog title="Search or jump to" isTitleHidden onClose={onClose} size={560}>
      <div className={classes.field}>
        <Icon name="search" />
        <input
          data-autofocus
          className={classes.input}
          role="combobox"
          aria-label="Search or jump to"
          aria-expanded="true"
          aria-controls={list}
          aria-activedescendant={entries[chosen] ? `${list}-${chosen}` : undefined}
          placeholder="Search projects, files, surveys, people and pages"
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setChosen(0)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div role="listbox" id={list} aria-label="Results" className={classes.list}>
        {entries.map((entry, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input keeps the focus and handles the keys
          <div
            key={`${entry.to} ${entry.label}`}
            id={`${list}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            className={classes.entry}
            onClick={() => go(entry)}
            onPointerMove={() => setChosen(index)}
          >
            <Icon name={entry.icon} />
            <span className={classes.label}>{entry.label}</span>
            <span className={classes.hint}>{entry.hint}</span>
          </div>
        ))}
      </div>
      {entries.length === 0 && <p className={classes.none}>No results for “{text}”.</p>}
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
  const words = text.trim()
  const wanted = words.toLowerCase()
  const named = useNamed(words)
  const places = [...pages, ...projects, account].filter(({ label }) => label.toLowerCase().includes(wanted))
  const others = named.filter(({ to }) => !places.some((place) => place.to === to))
  const everything: Entry = {
    to: '/search',
    search: { q: words },
    label: `Search everything for “${words}”`,
    icon: 'search',
    hint: 'Transcripts, documents and answers',
  }
  return [...places.slice(0, others.length > 0 ? maxShown / 2 : maxShown), ...others]
    .slice(0, maxShown)
    .concat(words === '' ? [] : everything)
}

/** Searches everything else by name, debounced. */
function useNamed(words: string): Entry[] {
  const settled = useDebounced(words)
  const { data } = useQuery({
    ...queryOf(searchNames, { query: { q: settled } }),
    enabled: settled !== '',
    placeholderData: keepPreviousData,
  })
  if (words === '') return []
  return (data?.hits ?? []).map((hit) => ({
    ...linkToName(hit),
    label: hit.name,
    icon: iconOfName(hit),
    hint: hit.project?.name ?? ownerLabels[hit.owner],
  }))
}

const ownerLabels: Record<QuickHit['owner'], string> = {
  file: 'File',
  insight: 'Insight',
  survey: 'Survey',
  project: 'Project',
  participant: 'Participant',
}

function iconOfName({ owner, media }: QuickHit): IconName {
  if (owner === 'project') return 'projects'
  if (owner === 'participant') return 'person'
  if (owner === 'insight' || owner === 'survey') return owner
  return media === 'video' || media === 'document' || media === 'image' ? media : 'recording'
}
