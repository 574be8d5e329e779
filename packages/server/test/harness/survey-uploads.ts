/** Survey uploads over HTTP, as a client makes them. */
import type { BegunSurvey, PartDescriptor, SurveyUpload, UploadDescriptor } from '@inlet/contract'
import { sql } from 'kysely'
import type { Db } from '../../src/platform/db/database.ts'
import { callApi } from './imports.ts'

export interface Reply<Body = Record<string, unknown>> {
  status: number
  headers: Headers
  body: Body
}

/** A POST to a path under `surveys`. */
export async function postSurvey<Body = Record<string, unknown>>(
  url: string,
  token: string,
  path: string,
  json: object = {},
): Promise<Reply<Body>> {
  const answer = await callApi(url, token, `/surveys/${path}`, json)
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Body }
}

export async function beginSurvey(
  url: string,
  token: string,
  projectId: number,
  settings: object = {},
): Promise<BegunSurvey> {
  const { status, body } = await postSurvey<BegunSurvey>(url, token, 'initialize', {
    project_id: projectId,
    name: 'Proof',
    file_type: 'CSV',
    num_parts: 1,
    ...settings,
  })
  if (status !== 201) throw new Error(`No survey: ${status} ${JSON.stringify(body)}`)
  return body
}

export async function sendTo(
  descriptor: UploadDescriptor,
  content: string | Buffer<ArrayBuffer>,
): Promise<number> {
  const form = new FormData()
  for (const [name, value] of Object.entries(descriptor.upload_fields)) form.append(name, value)
  form.append('file', new Blob([content]), 'file')
  const answer = await fetch(descriptor.upload_url, { method: 'POST', body: form })
  await answer.arrayBuffer()
  return answer.status
}

export const sendParts = (parts: readonly PartDescriptor[]) =>
  Promise.all(parts.map((part) => sendTo(part, `q\npart ${part.part_number}\n`)))

export async function surveyStatus(url: string, token: string, uploadKey: string): Promise<SurveyUpload> {
  const answer = await callApi(url, token, `/surveys/${uploadKey}/status`)
  if (answer.status !== 200) throw new Error(`No status: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as SurveyUpload
}

/** The state after a finished import, without its rows. */
export async function setCompleted(db: Db, uploadKey: string): Promise<void> {
  await sql`
    update survey_part set status = 'PROCESSED', row_count = 1, processed_at = now()
    where survey_id = (select id from survey where upload_key = ${uploadKey})`.execute(db)
  await sql`
    update survey set status = 'COMPLETED', completed_at = now(), mapped_at = coalesce(mapped_at, now())
    where upload_key = ${uploadKey}`.execute(db)
}

/** The state after a part could not be read. */
export async function setFailed(db: Db, uploadKey: string, partNumber: number): Promise<void> {
  await sql`
    update survey_part set status = 'FAILED'
    where number = ${partNumber} and survey_id = (select id from survey where upload_key = ${uploadKey})`.execute(
    db,
  )
  const details = { part_number: partNumber, code: 'too_many_rows', message: 'It has too many rows.' }
  await sql`
    update survey set status = 'FAILED', error_details = ${JSON.stringify(details)}
    where upload_key = ${uploadKey}`.execute(db)
}
