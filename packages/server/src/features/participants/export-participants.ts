/** Streams the filtered participants as CSV, one page at a time, so that memory stays constant. */
import { Readable } from 'node:stream'
import type { RouteQuery } from '@inlet/contract'
import type { exportParticipants as route } from '@inlet/contract/workspace'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { byteOrderMark, csvRow } from '../../platform/http/csv-cell.ts'
import { contentDisposition } from '../../platform/object-store/content-disposition.ts'
import { listParticipants, type ParticipantRow } from './participant-list.repo.ts'
import { readSearch } from './read-participants.ts'

const participantsAtOnce = 500

export function exportParticipants(
  { db }: { db: Db },
  principal: Principal,
  query: RouteQuery<typeof route>,
): { body: Readable; headers: Record<string, string> } {
  return {
    body: Readable.from(writeRows(db, principal, query)),
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': contentDisposition('participants.csv', true),
    },
  }
}

async function* writeRows(
  db: Db,
  principal: Principal,
  query: RouteQuery<typeof route>,
): AsyncGenerator<string> {
  yield byteOrderMark + csvRow(['Name', 'E-mail', 'Surveys', 'Added', 'Notes'])
  for (let before: number | undefined; ; ) {
    const search = { ...readSearch(query), before, limit: participantsAtOnce }
    const people = await listParticipants(db, principal, search)
    if (people.length > 0) yield people.map(csvLine).join('')
    if (people.length < participantsAtOnce) return
    before = people.at(-1)?.id
  }
}

const csvLine = ({ name, email, survey_count, created_at, notes }: ParticipantRow): string =>
  csvRow([name ?? '', email, String(survey_count), created_at.toISOString(), notes ?? ''])
