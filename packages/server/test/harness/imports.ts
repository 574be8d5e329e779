/** Imports over HTTP, as a client makes them, and their outcome. */
import { sql } from 'kysely'
import type { Db } from '../../src/platform/db/database.ts'
import { waitFor } from './processes.ts'

type Kind = 'insights' | 'files'

export interface Import {
  kind: Kind
  key: string
  descriptor: UploadForm
  /** Where to upload the transcript of a recording, if one was announced. */
  transcript?: UploadForm
}

interface UploadForm {
  upload_url: string
  upload_fields: Record<string, string>
}

const prefix = '/api/v1/developer/import'

export async function callApi(url: string, token: string, path: string, json?: object): Promise<Response> {
  return fetch(`${url}${prefix}${path}`, {
    method: json === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  })
}

export async function makeProject(url: string, token: string, settings: object = {}): Promise<number> {
  const answer = await callApi(url, token, '/projects/create', { name: 'Proof', ...settings })
  return ((await answer.json()) as { id: number }).id
}

export async function beginImport(
  url: string,
  token: string,
  projectId: number,
  kind: Kind,
  name: string,
  transcriptName?: string,
): Promise<Import> {
  const field = kind === 'insights' ? 'filename' : 'file_name'
  const answer = await callApi(url, token, `/${kind}/initialize`, {
    project_id: projectId,
    [field]: name,
    ...(transcriptName !== undefined && { transcript_file_name: transcriptName }),
  })
  const body = (await answer.json()) as UploadForm & {
    insight_key?: string
    wav_key?: string
    transcript?: UploadForm
  }
  const { transcript } = body
  return {
    kind,
    key: body.insight_key ?? body.wav_key ?? '',
    descriptor: body,
    ...(transcript && { transcript }),
  }
}

export async function uploadTo(
  { descriptor }: Partial<Import> & Pick<Import, 'descriptor'>,
  content: Blob | string,
): Promise<number> {
  const form = new FormData()
  for (const [name, value] of Object.entries(descriptor.upload_fields)) form.append(name, value)
  form.append('file', typeof content === 'string' ? new Blob([content]) : content, 'file')
  const answer = await fetch(descriptor.upload_url, { method: 'POST', body: form })
  await answer.arrayBuffer()
  return answer.status
}

export async function completeImport(url: string, token: string, { kind, key }: Import): Promise<number> {
  const answer = await callApi(url, token, `/${kind}/${key}/complete`, {})
  await answer.arrayBuffer()
  return answer.status
}

export interface Outcome {
  state: string
  failure_code: string | null
  object_key: string | null
  extraction_id: number | null
}

export async function readOutcome(db: Db, { kind, key }: Import): Promise<Outcome> {
  const { rows } =
    kind === 'insights'
      ? await sql<Outcome>`select phase as state, failure_code, object_key, extraction_id from insight where key = ${key}`.execute(
          db,
        )
      : await sql<Outcome>`select status as state, failure_code, object_key, extraction_id from file where key = ${key}`.execute(
          db,
        )
  const [row] = rows
  if (!row) throw new Error(`The ${kind} ${key} does not exist.`)
  return row
}

export const isFinal = ({ state }: Outcome) => ['completed', 'failed', 'error'].includes(state)

export async function waitForFinal(db: Db, imports: Import[], timeoutMs = 120_000): Promise<Outcome[]> {
  await waitFor(
    async () => (await Promise.all(imports.map((one) => readOutcome(db, one)))).every(isFinal),
    timeoutMs,
    200,
  )
  return Promise.all(imports.map((one) => readOutcome(db, one)))
}

export async function readText(db: Db, extractionId: number): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    select text from extraction_page where extraction_id = ${extractionId} order by number`.execute(db)
  return rows.map((row) => row.text).join('\n')
}
