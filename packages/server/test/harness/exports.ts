/** Requests exports like a client, runs them in this process, and unpacks what they contain. */
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ProjectExport } from '@inlet/contract'
import { sql } from 'kysely'
import type { Deps } from '../../src/app/deps.ts'
import type { Processing } from '../../src/features/document-processing/document-processing.public.handler.ts'
import { handleExportProject } from '../../src/features/export-processing/export-project.handler.ts'
import { onlyRow } from '../../src/platform/db/only-row.ts'
import type { Attempt } from '../../src/platform/jobs/attempt.ts'
import type { TestApp } from './app.ts'
import { soleAttempt } from './surveys.ts'

const run = promisify(execFile)

export interface Manifest {
  format_version: string
  product_version: string
  as_of: string
  contents: string[]
  omitted: Record<string, number>
  entries: { path: string; volume: string; size_bytes: number; sha256: string; role: string; key: string }[]
}

export interface Bundle {
  export: ProjectExport
  manifest: Manifest
  /** The paths of all files, without the manifest. */
  paths: string[]
  text: (path: string) => string
  bytes: (path: string) => Buffer
  lines: <T>(path: string) => T[]
}

export function exportsOf({ url }: Pick<TestApp, 'url'>, token: string) {
  const call = (method: string, path: string, body?: object) =>
    fetch(`${url}/api/v1/developer/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
  return {
    request: (projectId: number, body?: object) => call('POST', `projects/${projectId}/exports`, body),
    get: (key: string, query = '') => call('GET', `exports/${key}${query}`),
    list: (query = '') => call('GET', `exports${query}`),
    remove: (key: string) => call('DELETE', `exports/${key}`),
    async begin(projectId: number, body?: object): Promise<string> {
      const answer = await this.request(projectId, body)
      if (answer.status !== 202) throw new Error(`No export: ${answer.status} ${await answer.text()}`)
      return ((await answer.json()) as { export_key: string }).export_key
    },
    async read(key: string, query = ''): Promise<ProjectExport> {
      const answer = await this.get(key, query)
      if (answer.status !== 200) throw new Error(`No export: ${answer.status} ${await answer.text()}`)
      return (await answer.json()) as ProjectExport
    },
  }
}

/** Runs the export in this process, without a job. */
export async function exportNow(
  deps: Deps,
  key: string,
  {
    volumeMb = 2048,
    qdpxMb = 10_000,
    attempt = soleAttempt(),
  }: { volumeMb?: number; qdpxMb?: number; attempt?: Attempt } = {},
): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from project_export where key = ${key}`.execute(
    deps.db,
  )
  const config = { ...deps.config, INLET_EXPORT_VOLUME_MB: volumeMb, INLET_EXPORT_QDPX_MB: qdpxMb }
  const processing = { inWorkDir: withFolder } as Processing
  await handleExportProject({ ...deps, config, processing }, { v: 1, exportId: onlyRow(rows).id }, attempt)
}

export async function withFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'inlet-export-'))
  try {
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Downloads all volumes, unpacks them, and has `sha256sum` verify every file of the manifest. */
export function unpack(one: ProjectExport): Promise<Bundle> {
  return withFolder(async (folder) => {
    const archives = await mkdtemp(join(tmpdir(), 'inlet-volumes-'))
    try {
      const sums: string[] = []
      const inVolume = new Map<string, Set<string>>()
      for (const { name, url, sha256, size_bytes } of one.volumes) {
        const answer = await fetch(url ?? '')
        const body = Buffer.from(await answer.arrayBuffer())
        if (body.length !== size_bytes)
          throw new Error(`${name} has ${body.length} instead of ${size_bytes} bytes.`)
        await writeFile(join(archives, name), body)
        sums.push(`${sha256}  ${join(archives, name)}`)
        await run('unzip', ['-q', '-n', join(archives, name), '-d', folder])
        const { stdout } = await run('unzip', ['-Z1', join(archives, name)], { maxBuffer: 64e6 })
        inVolume.set(name, new Set(stdout.trim().split('\n')))
      }
      const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest
      for (const { path, volume, sha256 } of manifest.entries) {
        if (!inVolume.get(volume)?.has(path)) throw new Error(`${path} is not in ${volume}.`)
        sums.push(`${sha256}  ${join(folder, path)}`)
      }
      await writeFile(join(archives, 'sums'), `${sums.join('\n')}\n`)
      await run('sha256sum', ['--quiet', '--strict', '-c', join(archives, 'sums')])
      return await readBundle(one, manifest, folder)
    } finally {
      await rm(archives, { recursive: true, force: true })
    }
  })
}

async function readBundle(one: ProjectExport, manifest: Manifest, folder: string): Promise<Bundle> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = new Map<string, Buffer>()
  for (const entry of found) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    files.set(path.slice(folder.length + 1), await readFile(path))
  }
  const bytes = (path: string) => {
    const content = files.get(path)
    if (!content) throw new Error(`The export has no ${path}.`)
    return content
  }
  const text = (path: string) => bytes(path).toString()
  return {
    export: one,
    manifest,
    paths: [...files.keys()].filter((path) => path !== 'manifest.json').sort(),
    bytes,
    text,
    lines: <T>(path: string) =>
      text(path)
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as T),
  }
}
