/** Sends a form with `fetch`: as a stream of known length if the platform supports it, otherwise as a blob. */
import type { Fetch } from '../options.ts'
import type { SendForm, UploadForm } from './form.ts'

/**
 * Node's fetch sends a stream with the given Content-Length; without one it would use chunked encoding, which object
 * stores reject. `window: null` and `redirect: 'error'` tell fetch that it never has to send the body again; otherwise
 * it keeps a copy of the whole body in memory (Node 20 for streams, all versions for blobs).
 */
export function sendAsStream(send: Fetch): SendForm {
  return async (form, { onSent, signal }) => {
    const { body, close } = form.open(onSent)
    try {
      const init = { ...onceOnly, body, duplex: 'half' as const, headers: headersOf(form), signal }
      init.headers['content-length'] = String(form.length)
      return await answerOf(send(form.url, init))
    } finally {
      // fetch does not close a body that it stops reading after an error or an abort.
      close()
    }
  }
}

/** Without progress: all bytes are reported at the end. */
export function sendAsBlob(send: Fetch): SendForm {
  return async (form, { onSent, signal }) => {
    const body = await form.blob()
    const answer = await answerOf(send(form.url, { ...onceOnly, body, headers: headersOf(form), signal }))
    onSent(body.size)
    return answer
  }
}

const onceOnly = { method: 'POST', window: null, redirect: 'error', credentials: 'omit' } as const

function headersOf({ contentType }: UploadForm): Record<string, string> {
  return { 'content-type': contentType }
}

async function answerOf(sent: Promise<Response>) {
  const response = await sent
  return { status: response.status, text: await response.text() }
}
