/** Imports from URLs over HTTP, and a worker that downloads. */
import { sql } from 'kysely'
import { downloadBindings } from '../../src/app/worker.ts'
import type { Binding } from '../../src/platform/jobs/bind-handler.ts'
import { startWorker, type Worker } from '../../src/platform/jobs/worker.ts'
import { createAllowedDestinations } from '../../src/platform/outbound/allowed-destinations.ts'
import { createDownloads } from '../../src/platform/outbound/downloads.ts'
import type { TestApp } from './app.ts'
import type { ImportApp } from './import-app.ts'
import { callApi, type Import } from './imports.ts'

export async function beginUrlImport(
  { app, token, projectId }: ImportApp,
  kind: 'insights' | 'files',
  name: string,
  sourceUrl: string,
): Promise<Import> {
  const field = kind === 'insights' ? 'filename' : 'file_name'
  const answer = await callApi(app.url, token, `/${kind}/initialize`, {
    project_id: projectId,
    [field]: name,
    upload_type: 'url',
    source_url: sourceUrl,
  })
  const text = await answer.text()
  if (answer.status !== 201) throw new Error(`No import: ${answer.status} ${text}`)
  const { insight_key, wav_key } = JSON.parse(text) as { insight_key?: string; wav_key?: string }
  return { kind, key: insight_key ?? wav_key ?? '', descriptor: { upload_url: '', upload_fields: {} } }
}

/** Downloads as a worker does, but notices silence sooner and processes nothing. */
export function startDownloading({ deps }: TestApp, { silenceMs = 1_000, slots = 2 } = {}): Worker {
  const allowed = createAllowedDestinations(deps.config.INLET_DOWNLOAD_ALLOWED.split(','))
  const downloads = createDownloads({ allowed, silenceMs })
  const bindings: Binding[] = downloadBindings({ ...deps, downloads })
  const { log, metrics } = deps
  const worker = startWorker({ boss: deps.queue.boss, bindings, slots, log, metrics, pollMs: 50 })
  return {
    async stop(deadlineMs) {
      await worker.stop(deadlineMs)
      await downloads.close()
    },
  }
}

/** Starts the jobs now that wait for their next attempt. */
export const retryNow = ({ deps }: TestApp) =>
  sql`update job.job set start_after = now() where name like 'download-%' and state = 'retry'`.execute(
    deps.db,
  )

/** The tables in which a row contains the text, in any column. */
export async function findTablesWith({ deps: { db } }: TestApp, text: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'job')`.execute(db)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql`
      select from ${sql.raw(name)} t where t::text like ${`%${text}%`} limit 1`.execute(db)
    if (rows.length > 0) found.push(name)
  }
  return found
}
