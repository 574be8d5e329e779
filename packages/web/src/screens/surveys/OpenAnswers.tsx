import { type QuestionCard as Card, listSurveyNotes, type SurveyNote } from '@inlet/contract/workspace'
import { TextInput } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { memo, useDeferredValue, useState } from 'react'
import { pagesOf } from '../../api/queries.ts'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Highlighted } from '../../ui/Highlighted.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { MoreButton } from '../../ui/MoreButton.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import classes from './OpenAnswers.module.css'
import { personName } from './person-name.ts'
import cardClasses from './QuestionCard.module.css'
import { CardHead } from './QuestionCard.tsx'
import { formatDay } from './span.ts'
import type { SurveySearch } from './survey-filter.ts'
import { useNearViewport } from './use-near-viewport.ts'

const notesAtOnce = 20

/** Open answers to one question, with search. Loaded when scrolled into view. */
export const OpenAnswers = memo(function OpenAnswers(props: {
  uploadKey: string
  card: Card
  search: SurveySearch
  isIndexed: boolean
}) {
  const { uploadKey, card, search, isIndexed } = props
  const [typed, setTyped] = useState('')
  const words = useDebounced(useDeferredValue(typed.trim()), 200)
  const [ref, isNear] = useNearViewport<HTMLElement>()
  const query = useInfiniteQuery({
    ...pagesOf(listSurveyNotes, {
      params: { upload_key: uploadKey, position: String(card.position) },
      query: { ...search, ...(words !== '' && { words }), limit: notesAtOnce },
    }),
    enabled: isNear && card.answered_of_all > 0,
    placeholderData: keepPreviousData,
  })
  const notes = query.data?.pages.flatMap((page) => page.notes) ?? []
  return (
    <section
      ref={ref}
      className={`${cardClasses.card} ${classes.card}`}
      aria-labelledby={`question-${card.position}`}
    >
      <div className={classes.top}>
        <CardHead card={card} />
        {card.answered_of_all > 0 && (
          <TextInput
            className={classes.search ?? ''}
            aria-label={`Search answers to ${card.name}`}
            placeholder="Search answers"
            type="search"
            maxLength={200}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
      </div>
      {!isIndexed && words !== '' && (
        <p className={cardClasses.note}>Indexing is still running; some answers cannot be found yet.</p>
      )}
      {card.answered_of_all === 0 && <p className={cardClasses.none}>No answers yet.</p>}
      {query.isPending && query.isFetching && <Loading label="answers" rows={3} />}
      {query.isError && (
        <ErrorPanel
          title="The answers could not be loaded."
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isSuccess && notes.length === 0 && (
        <p className={cardClasses.none}>
          {words === '' ? 'No answers match the filters.' : `No results for “${words}”.`}
        </p>
      )}
      {notes.length > 0 && (
        <ul
          className={classes.quotes}
          aria-label={`Answers to ${card.name}`}
          data-stale={query.isPlaceholderData || undefined}
        >
          {notes.map((note) => (
            <Quote key={note.response_id} note={note} uploadKey={uploadKey} search={search} />
          ))}
        </ul>
      )}
      <MoreButton query={query} label="Show more answers" />
    </section>
  )
})

function Quote(props: { note: SurveyNote; uploadKey: string; search: SurveySearch }) {
  const { note, uploadKey, search } = props
  const name = personName(note.person)
  return (
    <li className={classes.quote}>
      <p className={classes.text} dir="auto">
        <Highlighted text={note.text} ranges={note.highlights} />
        {note.is_cut && ' …'}
      </p>
      <p className={classes.by}>
        <Link
          to="/surveys/$uploadKey/responses"
          params={{ uploadKey }}
          search={{ ...search, open: note.response_id } as never}
        >
          <bdi>{name ?? 'Open response'}</bdi>
        </Link>
        {note.answered_at && ` · ${formatDay(note.answered_at)}`}
      </p>
    </li>
  )
}
