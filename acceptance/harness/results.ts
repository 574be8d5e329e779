/** Imports whose results are read. */
import { expect } from 'vitest'
import { type Caller, type KeyOptions, makeCaller } from './admin.ts'
import { type Answer, get, post, prefix } from './api.ts'
import { descriptorOf, upload } from './upload.ts'
import { waitForStatus } from './wait.ts'

export const results = '/api/v1/developer'

const importing = 'project:read,project:write,insight:write,file:write,survey:write'
export const readScopes = 'insight:read,file:read,survey:read'

/** A key that can import, and read everything but names and addresses unless asked otherwise. */
export const makeReader = (
  options: Parameters<typeof makeCaller>[0] & { more?: string } = {},
): Promise<Caller> => {
  const { more, ...rest } = options
  const scopes: KeyOptions['scopes'] = [importing, readScopes, more].filter(Boolean).join(',')
  return makeCaller({ readLimit: 10_000, ...rest, scopes })
}

const kinds = {
  insights: { nameField: 'filename', keyField: 'insight_key', statusField: 'processing_status' },
  files: { nameField: 'file_name', keyField: 'wav_key', statusField: 'status' },
} as const

export interface NewImport {
  kind: keyof typeof kinds
  name: string
  content: string | Uint8Array<ArrayBuffer>
  projectId: number
  extra?: object
}

/** Uploads and completes; the import may still be in progress. */
export async function startImport(token: string, options: NewImport): Promise<string> {
  const { kind, name, content, projectId, extra } = options
  const { nameField, keyField } = kinds[kind]
  const json = { project_id: projectId, [nameField]: name }
  const begun = await post(`${prefix}/${kind}/initialize`, { token, json })
  await upload(descriptorOf(begun), content)
  const key = String(begun.body[keyField])
  const completed = await post(`${prefix}/${kind}/${key}/complete`, { token, json: extra ?? {} })
  expect(completed.status).toBeLessThan(300)
  return key
}

export async function finishImport(token: string, kind: NewImport['kind'], key: string): Promise<Answer> {
  return waitForStatus(`${prefix}/${kind}/${key}/status`, {
    token,
    field: kinds[kind].statusField,
    until: ['completed', 'failed', 'error'],
  })
}

export async function importNow(token: string, options: NewImport): Promise<string> {
  const key = await startImport(token, options)
  await finishImport(token, options.kind, key)
  return key
}

export const read = (token: string, path: string, headers: Record<string, string> = {}): Promise<Answer> =>
  get(`${results}/${path}`, { token, headers })
