/** Changes of records after their import, as a program makes them. */
import { type Answer, type CallOptions, call, get, post, prefix } from './api.ts'
import { followerScopes } from './events.ts'
import { descriptorOf, upload } from './upload.ts'
import { waitForStatus } from './wait.ts'

export const managerScopes = `${followerScopes},project:manage,insight:manage,file:manage,survey:manage`

const developer = '/api/v1/developer'

export type ManagedKind = 'projects' | 'insights' | 'files' | 'surveys' | 'media'

export function managerOf(token: string) {
  return {
    update: (kind: ManagedKind, key: string | number, json: object, options: CallOptions = {}) =>
      call('PATCH', `${developer}/${kind}/${key}`, { token, json, ...options }),
    remove: (kind: ManagedKind, key: string | number, query = '', options: CallOptions = {}) =>
      call('DELETE', `${developer}/${kind}/${key}${query}`, { token, ...options }),
    restore: (kind: ManagedKind, key: string | number) =>
      post(`${developer}/${kind}/${key}/restore`, { token }),
    trash: (query = '') => get(`${developer}/trash${query}`, { token }),
  }
}

interface NewImport {
  kind: 'files' | 'insights'
  projectId: number
  name: string
  content: Uint8Array<ArrayBuffer>
  json?: object
}

/** Imports a file or an insight and waits until it is processed. */
export async function importNow(token: string, source: NewImport): Promise<string> {
  const { kind } = source
  const key = await sendNow(token, source)
  const field = kind === 'files' ? 'status' : 'processing_status'
  await waitForStatus(`${prefix}/${kind}/${key}/status`, {
    token,
    field,
    until: ['completed', 'failed', 'error'],
  })
  return key
}

/** Like `importNow`, without waiting for the result. */
export async function sendNow(
  token: string,
  { kind, projectId, name, content, json = {} }: NewImport,
): Promise<string> {
  const named = kind === 'files' ? { file_name: name } : { filename: name }
  const begun = await post(`${prefix}/${kind}/initialize`, {
    token,
    json: { project_id: projectId, ...named, ...json },
  })
  const key = String(begun.body[kind === 'files' ? 'wav_key' : 'insight_key'])
  await upload(descriptorOf(begun), content)
  const publish = kind === 'insights' ? { json: { should_publish: true } } : {}
  const completed = await post(`${prefix}/${kind}/${key}/complete`, { token, ...publish })
  if (completed.status >= 300) throw new Error(`Not completed: ${completed.status} ${completed.text}`)
  return key
}

export const etagOf = ({ headers }: Answer): string => headers.get('etag') ?? ''
