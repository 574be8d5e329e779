/** All matching responses of a survey as NDJSON, read in batches without a transaction. */
import { Readable } from 'node:stream'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { tagOf } from '../../platform/http/serve-results.ts'
import { listPartSizes, matchResponses, type ResponseFilter } from '../responses/responses.public.ts'
import {
  findSurveyVersion,
  type OpenSurvey,
  readFilter,
  requireSurvey,
} from '../survey-results/survey-results.public.ts'
import { type ResponseReading, readInOrder } from './list-responses.ts'
import { openImported } from './open-results.ts'
import type { StreamSlots } from './stream-slots.ts'

const responsesAtOnce = 500

export async function streamResponses(
  { db, streams }: { db: Db; streams: StreamSlots },
  reading: ResponseReading & { keyId: number },
): Promise<{ body: Readable; headers: Record<string, string> }> {
  const { principal, uploadKey, query, hasPeople, keyId } = reading
  if (query.cursor !== undefined) throw new AppError('invalid_cursor')
  const filter = readFilter(query)
  const survey = await openImported(db, principal, uploadKey)
  const version = await findSurveyVersion(db, survey.surveyId)
  const parts = await listPartSizes(db, survey.surveyId)
  const release = streams.enter(keyId)
  // Otherwise sixteen batches would be read ahead.
  const body = Readable.from(writeLines(db, { ...reading, survey, filter, parts }), { highWaterMark: 1 })
  // Not in the generator: its end is not reached if nothing of it was read.
  body.once('close', release)
  return {
    body,
    headers: {
      'content-type': 'application/x-ndjson; charset=utf-8',
      etag: tagOf(
        'responses',
        uploadKey,
        JSON.stringify([versionOf(survey), version, parts, filter, hasPeople]),
      ),
    },
  }
}

const versionOf = ({ row, columns }: OpenSurvey) => [row.completed_at, row.retype_position, columns]

interface Writing {
  principal: Principal
  uploadKey: string
  hasPeople: boolean
  survey: OpenSurvey
  filter: ResponseFilter
  parts: Awaited<ReturnType<typeof listPartSizes>>
}

async function* writeLines(db: Db, writing: Writing): AsyncGenerator<string> {
  const { survey, filter, parts } = writing
  let count = 0
  let ids: number[] = []
  for await (const id of matchResponses(db, { ...survey, filter, parts })) {
    ids.push(id)
    if (ids.length < responsesAtOnce) continue
    yield await readBatch(db, writing, ids)
    count += ids.length
    ids = []
  }
  if (ids.length > 0) yield await readBatch(db, writing, ids)
  yield `${JSON.stringify({ end: true, count: count + ids.length })}\n`
}

/**
 * Access is checked again for each batch. A stream that fails has no last line, so a survey that was deleted or retyped
 * in the meantime is not taken for a complete one.
 */
async function readBatch(db: Db, writing: Writing, ids: readonly number[]): Promise<string> {
  const { principal, uploadKey, survey, hasPeople } = writing
  const now = await requireSurvey(db, principal, uploadKey)
  if (now.retype_position !== survey.row.retype_position)
    throw new Error('A column was retyped while its responses were streamed.')
  const responses = await readInOrder(db, survey, ids, hasPeople)
  return responses.map((response) => `${JSON.stringify(response)}\n`).join('')
}
