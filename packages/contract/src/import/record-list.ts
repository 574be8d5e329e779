/** Filters, sorting and paging by cursor of the lists of records. */
import { type Static, Type } from 'typebox'
import { PageQuery } from '../paging.ts'
import { DetailsQuery } from './details.ts'
import { maxExternalIdLength } from './references.ts'

export const RecordSort = Type.Enum(['-created_at', 'created_at', '-updated_at', 'updated_at'])
export type RecordSort = Static<typeof RecordSort>

export const defaultSort: RecordSort = '-created_at'

/** The first page of a list that is paged by cursor. */
export const firstCursor = 'start'

const orderQuery = {
  sort: Type.Optional(
    Type.Enum(RecordSort.enum, {
      description: 'Order of the list; a minus sign means newest first. Default: -created_at.',
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      description:
        'start for the first page, then the next_cursor of the previous page with the other parameters unchanged. The response then has next_cursor instead of count, next and previous. Not together with offset.',
    }),
  ),
}

const externalIdFilter = Type.Optional(
  Type.String({
    maxLength: maxExternalIdLength,
    description: 'Only records with this external_id, compared exactly.',
  }),
)

/** Words separated by commas, one of which must match. */
export const wordsFilter = (words: readonly string[], description: string) =>
  Type.Optional(
    Type.String({
      description: `${description} Separated by commas: ${words.join(', ')}.`,
      examples: [words[0]],
    }),
  )

/** Of the lists of insights, files and surveys. */
export const RecordQuery = Type.Object({
  ...PageQuery.properties,
  ...DetailsQuery.properties,
  project_id: Type.Optional(Type.Integer({ minimum: 1, description: 'Only records of this project.' })),
  created_after: Type.Optional(
    Type.String({ format: 'date-time', description: 'Only records created at this time or later.' }),
  ),
  created_before: Type.Optional(
    Type.String({ format: 'date-time', description: 'Only records created before this time.' }),
  ),
  external_id: externalIdFilter,
  ...orderQuery,
})

export const ProjectQuery = Type.Object({
  ...PageQuery.properties,
  external_id: externalIdFilter,
  ...orderQuery,
})
