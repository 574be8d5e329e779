/** Everything that the read API returns of a project. Independent of exports: it compares a project with its restored copy. */
import { createHash } from 'node:crypto'
import * as contract from '@inlet/contract'
import type { TestApp } from './app.ts'

const isRoute = (value: unknown): value is contract.Route =>
  typeof value === 'object' && value !== null && 'operationId' in value
const routes = Object.values<unknown>(contract)
  .filter(isRoute)
  .filter(({ tag }) => tag === 'Results')

/** Lists of the import API, and the parameter of its records in paths of results. */
const kinds = [
  { list: 'files', param: 'wav_key' },
  { list: 'insights', param: 'insight_key' },
  { list: 'surveys', param: 'upload_key' },
] as const

/** What belongs to one server or one moment, and sharing, which a restored project begins without. */
const ownFields = new Set([
  'project_id',
  'participant_id',
  'project_share_preference',
  'shared_roles',
  'url',
  'expires_at',
])
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

export interface ProjectReads {
  /** Request and response, in the order of the records. Keys are replaced by the order in which they occur. */
  answers: [request: string, response: unknown][]
  /** The number of original files among them, each compared by its checksum. */
  originals: number
}

export async function readProject(app: TestApp, token: string, projectId: number): Promise<ProjectReads> {
  const keys = new Map<string, string>()
  const rename = (text: string) =>
    text
      .replaceAll(`/projects/${projectId}`, '/projects/ID')
      .replaceAll(`project_id=${projectId}`, 'project_id=ID')
      .replace(uuid, (key) => {
        if (!keys.has(key)) keys.set(key, `key-${keys.size + 1}`)
        return keys.get(key) ?? ''
      })
  const withoutOwn = (text: string): unknown =>
    JSON.parse(text, (field, value: unknown) =>
      ownFields.has(field) || (field === 'id' && value === projectId) ? undefined : value,
    )
  const reads: ProjectReads = { answers: [], originals: 0 }

  async function read(path: string, accept = 'application/json'): Promise<string> {
    const answer = await fetch(`${app.url}${path}`, { headers: { authorization: `Bearer ${token}`, accept } })
    const text = await answer.text()
    if (answer.status === 429) throw new Error(`${path} was refused: ${text}`)
    const renamed = rename(text)
    const lines = accept === 'application/x-ndjson' && answer.ok ? renamed.trim().split('\n') : [renamed]
    const isJson = (answer.headers.get('content-type') ?? '').includes('json')
    // An error names the request.
    const content = !answer.ok ? '' : isJson ? lines.map(withoutOwn) : renamed
    reads.answers.push([rename(path), [answer.status, content]])
    return text
  }

  async function readAll(param: string, key: string): Promise<void> {
    for (const { path, operationId } of routes) {
      if (!path.includes(`{${param}}`)) continue
      const address = path.replace(`{${param}}`, key)
      if (operationId.endsWith('.urls')) await readFiles(address)
      else if (operationId === 'surveys.responses') await read(address, 'application/x-ndjson')
      else await read(address)
      if (operationId.endsWith('.transcript'))
        for (const format of ['?words=true', '?format=vtt', '?format=srt', '?format=txt'])
          await read(`${address}${format}`)
    }
  }

  async function readFiles(path: string): Promise<void> {
    const found = JSON.parse(await read(path)) as Record<string, { url?: string } | null>
    for (const [role, file] of Object.entries(found)) {
      if (!file?.url) continue
      const bytes = Buffer.from(await (await fetch(file.url)).arrayBuffer())
      reads.answers.push([`${rename(path)} ${role}`, createHash('sha256').update(bytes).digest('hex')])
      if (role === 'original') reads.originals += 1
    }
  }

  await read(`/api/v1/developer/projects/${projectId}`)
  for (const { list, param } of kinds) {
    const path = `/api/v1/developer/import/${list}?project_id=${projectId}&limit=100`
    const records = (JSON.parse(await read(path)) as Record<string, Record<string, string>[]>)[list] ?? []
    for (const { [param]: key = '' } of records) {
      await readAll(param, key)
      if (list !== 'surveys') continue
      const media = await read(`/api/v1/developer/surveys/${key}/media?limit=100`)
      for (const one of (JSON.parse(media) as { media?: { media_key: string }[] }).media ?? [])
        await readAll('media_key', one.media_key)
    }
  }
  return reads
}
