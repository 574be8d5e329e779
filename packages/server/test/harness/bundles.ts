/** Imports bundles like a client, in this process, and compares what was exported with what was imported. */
import type { BegunBundle, BundleImport, ProjectExport } from '@inlet/contract'
import { sql } from 'kysely'
import type { Deps } from '../../src/app/deps.ts'
import { handleImportBundle } from '../../src/features/bundle-processing/import-bundle.handler.ts'
import type { Processing } from '../../src/features/document-processing/document-processing.public.handler.ts'
import { onlyRow } from '../../src/platform/db/only-row.ts'
import type { Attempt } from '../../src/platform/jobs/attempt.ts'
import type { TestApp } from './app.ts'
import { type Bundle, withFolder } from './exports.ts'
import { soleAttempt } from './surveys.ts'

export function bundlesOf({ url }: Pick<TestApp, 'url'>, token: string) {
  const call = (method: string, path: string, body?: object) =>
    fetch(`${url}/api/v1/developer/import/bundles/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
  return {
    call,
    complete: (key: string) => call('POST', `${key}/complete`),
    async initialize(body: object): Promise<BegunBundle> {
      const answer = await call('POST', 'initialize', body)
      if (answer.status !== 201) throw new Error(`No bundle: ${answer.status} ${await answer.text()}`)
      return (await answer.json()) as BegunBundle
    },
    async status(key: string, query = ''): Promise<BundleImport> {
      const answer = await call('GET', `${key}/status${query}`)
      if (answer.status !== 200) throw new Error(`No bundle: ${answer.status} ${await answer.text()}`)
      return (await answer.json()) as BundleImport
    },
    /** Uploads the volumes and calls complete; the import itself is not run. */
    async begin(volumes: readonly Buffer[], body: object = {}): Promise<string> {
      const begun = await this.initialize({ num_volumes: volumes.length, ...body })
      for (const [i, { upload_url, upload_fields }] of begun.upload_urls.entries())
        await postForm(upload_url, upload_fields, volumes[i] ?? Buffer.alloc(0))
      const answer = await this.complete(begun.bundle_key)
      if (answer.status !== 202) throw new Error(`Not completed: ${answer.status} ${await answer.text()}`)
      return begun.bundle_key
    },
  }
}

async function postForm(url: string, fields: Record<string, string>, content: Buffer): Promise<void> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new Blob([new Uint8Array(content)]))
  const answer = await fetch(url, { method: 'POST', body: form })
  if (!answer.ok) throw new Error(`Not uploaded: ${answer.status} ${await answer.text()}`)
}

export const downloadVolumes = ({ volumes }: ProjectExport): Promise<Buffer[]> =>
  Promise.all(volumes.map(async ({ url }) => Buffer.from(await (await fetch(url ?? '')).arrayBuffer())))

/** Runs the import in this process, without a job. */
export async function importBundleNow(
  deps: Deps,
  key: string,
  attempt: Attempt = soleAttempt(),
): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from bundle where key = ${key}`.execute(deps.db)
  const processing = { inWorkDir: withFolder } as Processing
  await handleImportBundle({ ...deps, processing }, { v: 1, bundleId: onlyRow(rows).id }, attempt)
}

/** Fields that belong to one server: ids, keys and sharing. */
const ownFields = new Set([
  'id',
  'project_id',
  'survey_key',
  'participant_id',
  'project_share_preference',
  'shared_roles',
])

/**
 * Everything that a bundle contains, without what belongs to one server. Keys are replaced by the order in which they occur,
 * so two bundles of equal projects are equal.
 */
export function comparable(bundle: Bundle): Map<string, unknown> {
  const keys = new Map<string, string>()
  for (const { path } of bundle.manifest.entries)
    for (const [key] of path.matchAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g))
      if (!keys.has(key)) keys.set(key, `key-${keys.size + 1}`)
  const rename = (text: string) => text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, (key) => keys.get(key) ?? key)
  const parse = (text: string): unknown =>
    JSON.parse(rename(text), (field, value: unknown) => (ownFields.has(field) ? undefined : value))
  return new Map(
    bundle.manifest.entries.map(({ path, role, sha256 }): [string, unknown] => {
      if (path.endsWith('.json')) return [rename(path), parse(bundle.text(path))]
      if (path.endsWith('.ndjson'))
        return [rename(path), bundle.text(path).split('\n').filter(Boolean).map(parse)]
      return [rename(path), role === 'spss' ? withoutTime(bundle.bytes(path)) : { role, sha256 }]
    }),
  )
}

/** The header of an SPSS file has the time of the export. */
function withoutTime(sav: Buffer): string {
  const content = Buffer.from(sav)
  content.fill(0, 92, 109)
  return content.toString('base64')
}
