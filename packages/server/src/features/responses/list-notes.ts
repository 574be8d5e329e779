/** Answers to open questions, newest first, with search matches. */
import type { Db } from '../../platform/db/database.ts'
import { findHighlights, type Highlight } from '../search-index/search-index.public.ts'
import { findNewest } from './find-newest.ts'
import { listNotesOf } from './notes.repo.ts'
import { findPeople, type Respondent, unknownPerson } from './respondents.repo.ts'
import type { Question, ResponseFilter } from './response-filter.ts'
import { listResponsesByIds, type ResponseCursor } from './responses.repo.ts'

export interface Note {
  responseId: number
  position: number
  text: string
  isCut: boolean
  answeredAt: Date | null
  respondent: Respondent
  /** Ranges of the search matches in the text. */
  highlights: Highlight[]
}

export interface NotePage {
  notes: Note[]
  next: ResponseCursor | null
}

export interface ListNotes {
  surveyId: number
  columns: readonly Question[]
  /** The open question. */
  position: number
  /** Unlike in other lists, its words are searched in the notes of this question only. */
  filter?: ResponseFilter
  after?: ResponseCursor
  limit: number
}

const noteChars = 10_000

export async function listNotes(db: Db, list: ListNotes): Promise<NotePage> {
  const { surveyId, position, filter = {}, limit } = list
  const words = filter.words ?? ''
  const ids = await findNewest(db, {
    ...list,
    filter: { ...filter, answered: [...(filter.answered ?? []), position] },
    wordsPosition: position,
  })
  const responses = await listResponsesByIds(db, surveyId, ids)
  const people = await findPeople(
    db,
    surveyId,
    responses.map(({ respondentId }) => respondentId),
  )
  const notes = new Map(
    (await listNotesOf(db, surveyId, [position], ids, noteChars)).map((note) => [note.responseId, note]),
  )
  const last = responses.at(-1)
  return {
    notes: responses.flatMap(({ id, answeredAt, respondentId }) => {
      const note = notes.get(id)
      if (!note) return []
      const { text, isCut } = note
      const respondent = people.get(respondentId) ?? unknownPerson(respondentId)
      return [
        {
          responseId: id,
          position,
          text,
          isCut,
          answeredAt,
          respondent,
          highlights: findHighlights(text, words),
        },
      ]
    }),
    next: responses.length < limit || !last ? null : { answeredAt: last.answeredAt, id: last.id },
  }
}
