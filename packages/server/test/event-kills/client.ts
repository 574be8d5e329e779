/** A client that repeats a call until it is answered, as programs do while processes are killed. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Credentials } from '../../src/features/keys/create-key.ts'
import { fetchToken } from '../harness/people.ts'

export interface Call {
  method?: 'GET' | 'POST'
  path: string
  json?: object
}

export interface Answer<Body> {
  status: number
  body: Body
}

export interface Client {
  /** Throws on a 4xx, which no kill explains. */
  call<Body>(call: Call): Promise<Answer<Body>>
  /** Sends a file to the object store; the processes have no part in it. */
  upload(descriptor: Descriptor, content: Buffer): Promise<void>
}

export interface Descriptor {
  upload_url: string
  upload_fields: Record<string, string>
}

const timeoutMs = 90_000
const giveUpAfterMs = 300_000
const pauseMs = 200

export function createClient(url: string, key: Credentials): Client {
  let token: Promise<string> | undefined

  /** Undefined: the answer was lost, or asks to repeat the call. */
  async function callOnce<Body>({ method, path, json }: Call): Promise<Answer<Body> | undefined> {
    token ??= fetchToken(url, key).catch((error: unknown) => {
      token = undefined
      throw error
    })
    const answer = await fetch(`${url}/api/v1/developer${path}`, {
      method: method ?? (json === undefined ? 'GET' : 'POST'),
      headers: { authorization: `Bearer ${await token}`, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(timeoutMs),
      ...(json !== undefined && { body: JSON.stringify(json) }),
    })
    const text = await answer.text()
    if (answer.status === 401) token = undefined
    if (answer.status === 429) await sleep(Number(answer.headers.get('retry-after') ?? 1) * 1000)
    if (answer.status === 401 || answer.status === 429 || answer.status >= 500) return undefined
    if (!answer.ok) throw new RefusedCall(`${path} was answered with ${answer.status}: ${text}`)
    return { status: answer.status, body: (text === '' ? {} : JSON.parse(text)) as Body }
  }

  return {
    async call<Body>(call: Call) {
      const deadline = Date.now() + giveUpAfterMs
      let reason: unknown
      while (Date.now() < deadline) {
        const answer = await callOnce<Body>(call).catch((error: unknown) => {
          if (error instanceof RefusedCall) throw error
          reason = error
          return undefined
        })
        if (answer) return answer
        await sleep(pauseMs)
      }
      throw new Error(`${call.path} was not answered within ${giveUpAfterMs / 1000} s.`, { cause: reason })
    },

    async upload({ upload_url, upload_fields }, content) {
      const form = new FormData()
      for (const [name, value] of Object.entries(upload_fields)) form.append(name, value)
      form.append('file', new Blob([new Uint8Array(content)]), 'file')
      const answer = await fetch(upload_url, { method: 'POST', body: form })
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`The upload was answered with ${answer.status}.`)
    },
  }
}

class RefusedCall extends Error {}
