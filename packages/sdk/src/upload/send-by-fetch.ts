/** Sends a request with `fetch`: as a stream of known length if the platform supports it, otherwise as a blob. */
import type { Fetch } from '../options.ts'
import type { SendRequest } from './upload-request.ts'

/**
 * Node's fetch sends a stream with the given Content-Length; without one it would use chunked encoding, which object
 * stores reject. `window: null` and `redirect: 'error'` tell fetch that it never has to send the body again; otherwise
 * it keeps a copy of the whole body in memory (Node 20 for streams, all versions for blobs).
 */
export function sendAsStream(send: Fetch): SendRequest {
  return async (request, { onSent, signal }) => {
    const { method, url, headers, length } = request
    const { body, close } = request.open(onSent)
    try {
      const sent = { ...headers, 'content-length': String(length) }
      const init = { ...onceOnly, method, body, duplex: 'half' as const, headers: sent, signal }
      return await answerOf(send(url, init))
    } finally {
      // fetch does not close a body that it stops reading after an error or an abort.
      close()
    }
  }
}

/** Without progress: all bytes are reported at the end. */
export function sendAsBlob(send: Fetch): SendRequest {
  return async (request, { onSent, signal }) => {
    const { method, url, headers } = request
    const body = await request.blob()
    const answer = await answerOf(send(url, { ...onceOnly, method, body, headers: { ...headers }, signal }))
    onSent(body.size)
    return answer
  }
}

const onceOnly = { window: null, redirect: 'error', credentials: 'omit' } as const

async function answerOf(sent: Promise<Response>) {
  const response = await sent
  return { status: response.status, text: await response.text() }
}
