/** Sets up data through the workspace API, as the web app does. */
import { baseUrl, people, type Who } from './browser.ts'

export async function ask<T>(method: string, path: string, body?: object, who: Who = 'admin'): Promise<T> {
  const answer = await fetch(`${baseUrl}/api/v1/workspace${path}`, {
    method,
    headers: {
      cookie: people[who].cookie,
      origin: baseUrl,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok)
    throw new Error(`${method} ${path} failed with status ${answer.status}: ${await answer.text()}`)
  return (answer.status === 204 ? undefined : await answer.json()) as T
}

export async function makeProject(name: string, settings: object = {}, who?: Who): Promise<number> {
  const { id } = await ask<{ id: number }>('POST', '/projects', { name, ...settings }, who)
  return id
}

interface Descriptor {
  upload_url: string
  upload_fields: Record<string, string>
}

export async function sendTo(
  { upload_url, upload_fields }: Descriptor,
  bytes: string | Uint8Array<ArrayBuffer>,
): Promise<void> {
  const form = new FormData()
  for (const [name, value] of Object.entries(upload_fields)) form.append(name, value)
  form.append('file', new Blob([bytes]))
  const answer = await fetch(upload_url, { method: 'POST', body: form })
  if (!answer.ok)
    throw new Error(`The object store responded with status ${answer.status}: ${await answer.text()}`)
}
