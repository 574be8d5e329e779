/** Imports through the API of the pages, so that a test begins with what it wants to look at. */
import { setTimeout as sleep } from 'node:timers/promises'
import { baseUrl, people } from './browser.ts'
import type { PickedFile } from './files.ts'

const workspace = `${baseUrl}/api/v1/workspace`

export async function ask<Answer>(path: string, body?: unknown): Promise<Answer> {
  const answer = await fetch(`${workspace}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { cookie: people.admin.cookie, origin: baseUrl, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Answer
}

export const makeProject = async (name: string) => (await ask<{ id: number }>('/projects', { name })).id

interface Begun {
  wav_key: string
  upload_url: string
  upload_fields: Record<string, string>
}

/** Gives its key. */
export async function importFile(projectId: number, { name, mimeType, buffer }: PickedFile): Promise<string> {
  const begun = await ask<Begun>('/files', { project_id: projectId, file_name: name })
  const form = new FormData()
  for (const [field, value] of Object.entries(begun.upload_fields)) form.append(field, value)
  form.append('file', new Blob([new Uint8Array(buffer)], { type: mimeType }), name)
  const sent = await fetch(begun.upload_url, { method: 'POST', body: form })
  if (!sent.ok) throw new Error(`The store answered with ${sent.status}: ${await sent.text()}`)
  await ask(`/files/${begun.wav_key}/complete`, {})
  return begun.wav_key
}

/** Until it is ready or has failed; gives which. */
export async function waitForImport(key: string, kind = 'file'): Promise<string> {
  for (;;) {
    const { status } = await ask<{ status: string }>(`/imports/${kind}/${key}`)
    if (status === 'ready' || status === 'failed') return status
    await sleep(250)
  }
}
