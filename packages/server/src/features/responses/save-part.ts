/** Saves all rows of a part inside the caller's transaction. */
import type { Copy } from '../../platform/db/copy.ts'
import { CopyRows } from '../../platform/db/copy-rows.ts'
import type { Tx } from '../../platform/db/database.ts'
import { insertOptions } from './columns.repo.ts'
import type { PartRows } from './part-rows.ts'
import { findRespondents, nameRespondents } from './respondents.repo.ts'
import { responseId } from './response-id.ts'
import type { SeenEmails } from './seen-emails.ts'

export const copyColumns = {
  response: '(survey_id, answered_at, id, respondent_id, answers, ranks, answered_text)',
  note: '(survey_id, position, response_id, text)',
  media_cell: '(survey_id, position, response_id, text)',
  respondent: '(survey_id, id, name, email)',
  answer_block: '(survey_id, position, part_number, row_count, width, data)',
}

/**
 * `seen` avoids looking up people of earlier parts; without it every address is looked up. Returns the number of new
 * people.
 */
export async function savePart(tx: Tx, copy: Copy, part: PartRows, seen?: SeenEmails): Promise<number> {
  const send = (table: keyof typeof copyColumns, rows: PartRows['notes']) =>
    rows.rowCount === 0
      ? Promise.resolve(0)
      : copy(`copy ${table} ${copyColumns[table]} from stdin (format binary)`, rows.finish())
  const knownRows = await settleRespondents(tx, part, seen)
  await insertOptions(tx, part.surveyId, part.newOptions)
  await send('response', part.responses)
  await send('note', part.notes)
  await send('media_cell', part.mediaCells)
  const newPeople = respondentRows(part, knownRows)
  await send('respondent', newPeople)
  await send('answer_block', blockRows(part))
  return newPeople.rowCount
}

/** People of earlier parts keep their respondent. Returns their first rows. */
async function settleRespondents(
  tx: Tx,
  { surveyId, people, responses }: PartRows,
  seen: SeenEmails | undefined,
): Promise<Set<number>> {
  const known = new Map<number, number>()
  const toName: { id: number; name: string }[] = []
  const emails = [...people.rowByEmail.keys()]
  const maybeKnown = seen ? emails.filter((email) => seen.mayHave(email)) : emails
  for (const email of emails) seen?.add(email)
  for (const { id, email, hasName } of await findRespondents(tx, surveyId, maybeKnown)) {
    const row = people.rowByEmail.get(email) ?? -1
    known.set(row, id)
    const name = people.names[row]
    if (!hasName && name !== undefined) toName.push({ id, name })
  }
  await nameRespondents(tx, surveyId, toName)
  if (known.size > 0) {
    people.firstRows.forEach((firstRow, row) => {
      const id = known.get(firstRow)
      if (id !== undefined) responses.overwriteInt32(people.marks[row] ?? 0, id)
    })
  }
  return new Set(known.keys())
}

function respondentRows({ surveyId, partNumber, people, rowCount }: PartRows, knownRows: Set<number>) {
  const rows = new CopyRows()
  for (let row = 0; row < rowCount; row += 1) {
    const name = people.names[row]
    const email = people.emails[row]
    if (knownRows.has(row) || (name === undefined && email === undefined)) continue
    rows.begin(4)
    rows.int64(surveyId)
    rows.int32(responseId(partNumber, row))
    if (name === undefined) rows.null()
    else rows.text(name)
    if (email === undefined) rows.null()
    else rows.text(email)
  }
  return rows
}

export function blockRows({
  surveyId,
  partNumber,
  blocks,
}: Pick<PartRows, 'surveyId' | 'partNumber' | 'blocks'>) {
  const rows = new CopyRows()
  for (const { position, rowCount, width, data } of blocks) {
    rows.begin(6)
    rows.int64(surveyId)
    rows.int32(position)
    rows.int32(partNumber)
    rows.int32(rowCount)
    rows.int16(width)
    rows.bytes(data)
  }
  return rows
}
