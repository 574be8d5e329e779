/** Exports projects, imports bundles, and compares what two exports contain. */
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { BegunBundle, BundleImport, ProjectExport } from '@inlet/contract'
import { expect } from 'vitest'
import { get, post } from './api.ts'
import { upload } from './upload.ts'
import { rawZip } from './zip.ts'

const run = promisify(execFile)
export const bundlesPath = '/api/v1/developer/import/bundles'

export type Volume = Uint8Array<ArrayBuffer>

export function bundlesOf(token: string) {
  const wait = async (key: string): Promise<BundleImport> => {
    for (;;) {
      const answer = await get(`${bundlesPath}/${key}/status?wait=45`, { token })
      if (answer.status !== 200) throw new Error(`No import: ${answer.status} ${answer.text}`)
      if (answer.body['status'] !== 'processing') return answer.body as unknown as BundleImport
    }
  }
  return {
    status: (key: string) => get(`${bundlesPath}/${key}/status`, { token }),
    initialize: (json: object) => post(`${bundlesPath}/initialize`, { token, json }),
    complete: (key: string) => post(`${bundlesPath}/${key}/complete`, { token }),
    async import(volumes: readonly Volume[], json: object = {}): Promise<BundleImport> {
      const begun = await this.initialize({ num_volumes: volumes.length, ...json })
      if (begun.status !== 201) throw new Error(`No import: ${begun.status} ${begun.text}`)
      const { bundle_key, upload_urls } = begun.body as unknown as BegunBundle
      for (const descriptor of upload_urls)
        await upload(descriptor, volumes[descriptor.volume_number - 1] ?? new Uint8Array())
      expect((await this.complete(bundle_key)).status).toBe(202)
      return wait(bundle_key)
    },
  }
}

/** Exports a project with everything, and downloads the volumes. */
export async function exportVolumes(token: string, projectId: number, json = {}): Promise<Volume[]> {
  const { body } = await post(`/api/v1/developer/projects/${projectId}/exports`, { token, json })
  for (;;) {
    const path = `/api/v1/developer/exports/${String(body['export_key'])}?wait=45`
    const one = (await get(path, { token })).body as unknown as ProjectExport
    if (one.status === 'processing') continue
    return Promise.all(
      one.volumes.map(async ({ url }) => new Uint8Array(await (await fetch(url ?? '')).arrayBuffer())),
    )
  }
}

export interface Manifest {
  entries: { path: string; sha256: string; size_bytes: number }[]
}

const uuid = /[0-9a-f]{8}-[0-9a-f-]{27}/g
/** What belongs to one server. */
const ownFields = new Set([
  'id',
  'project_id',
  'survey_key',
  'participant_id',
  'project_share_preference',
  'shared_roles',
])

/** Folders with unpacked bundles. */
export function bundleFolders() {
  const made: string[] = []
  const manifestOf = async (folder: string) =>
    JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest
  return {
    manifestOf,
    remove: () => Promise.all(made.map((path) => rm(path, { recursive: true, force: true }))),
    async unpack(volumes: readonly Volume[]): Promise<string> {
      const folder = await mkdtemp(join(tmpdir(), 'inlet-bundles-'))
      made.push(folder)
      for (const [i, content] of volumes.entries()) {
        const archive = `${folder}.${i}.zip`
        made.push(archive)
        await writeFile(archive, content)
        await run('unzip', ['-q', archive, '-d', folder])
      }
      return folder
    },
    /** What the schema or a known importer of REFI-QDA projects would refuse, a line each. */
    async checkQdpx(archive: Volume): Promise<string> {
      const folder = await mkdtemp(join(tmpdir(), 'inlet-qdpx-'))
      made.push(folder)
      await writeFile(join(folder, 'project.qdpx'), archive)
      const script = join(import.meta.dirname, '../../scripts/check-qdpx.ts')
      const { stdout } = await run(process.execPath, [script, join(folder, 'project.qdpx')]).catch(
        (error: { stdout: string }) => error,
      )
      return stdout
    },
    /** Packs the files of a folder again. */
    async pack(folder: string): Promise<Volume> {
      const found = await readdir(folder, { recursive: true, withFileTypes: true })
      const files = found
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name))
      const entries = await Promise.all(
        files.map(async (file) => ({ path: file.slice(folder.length + 1), content: await readFile(file) })),
      )
      return rawZip(entries)
    },
    /** Everything in the manifest, verified, with keys replaced by their order: equal for equal projects. */
    async contentOf(folder: string): Promise<[string, unknown][]> {
      const { entries } = await manifestOf(folder)
      const sums = entries.map(({ sha256, path }) => `${sha256}  ${join(folder, path)}\n`)
      made.push(`${folder}.sums`)
      await writeFile(`${folder}.sums`, sums.join(''))
      await run('sha256sum', ['--quiet', '--strict', '-c', `${folder}.sums`])
      const keys = new Map<string, string>()
      for (const { path } of entries)
        for (const [key] of path.matchAll(uuid)) if (!keys.has(key)) keys.set(key, `key-${keys.size + 1}`)
      const rename = (text: string) => text.replace(uuid, (key) => keys.get(key) ?? key)
      const parse = (text: string): unknown =>
        JSON.parse(rename(text), (field, value: unknown) => (ownFields.has(field) ? undefined : value))
      return Promise.all(
        entries.map(async ({ path, sha256 }): Promise<[string, unknown]> => {
          const content = await readFile(join(folder, path))
          // Its header has the time of the export.
          if (path.endsWith('.sav')) return [rename(path), content.fill(0, 92, 109).toString('base64')]
          const text = content.toString()
          if (path.endsWith('.ndjson')) return [rename(path), text.split('\n').filter(Boolean).map(parse)]
          return [rename(path), path.endsWith('.json') ? parse(text) : sha256]
        }),
      )
    },
  }
}
