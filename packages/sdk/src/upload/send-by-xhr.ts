/** Sends a request with XMLHttpRequest, the only way to get upload progress in a browser. */
import { ConnectionError } from '../errors.ts'
import type { SendRequest } from './upload-request.ts'

/** The members that are used, so that this compiles without DOM types. */
interface Xhr {
  open(method: string, url: string): void
  setRequestHeader(name: string, value: string): void
  send(body: Blob): void
  abort(): void
  readonly status: number
  readonly responseText: string
  readonly upload: { onprogress: ((event: { loaded: number }) => void) | null }
  onload: (() => void) | null
  onerror: (() => void) | null
  onabort: (() => void) | null
}

type XhrClass = new () => Xhr

export function findXhr(): XhrClass | undefined {
  return (globalThis as { XMLHttpRequest?: XhrClass }).XMLHttpRequest
}

export function sendByXhr(XhrClass: XhrClass): SendRequest {
  return async (request, { onSent, signal }) => {
    const body = await request.blob()
    return new Promise((resolve, reject) => {
      const xhr = new XhrClass()
      let told = 0
      const stop = () => xhr.abort()
      const fail = () => {
        signal.removeEventListener('abort', stop)
        reject(signal.aborted ? (signal.reason as Error) : unreachable(request.url))
      }
      xhr.upload.onprogress = ({ loaded }) => {
        onSent(loaded - told)
        told = loaded
      }
      xhr.onload = () => {
        signal.removeEventListener('abort', stop)
        resolve({ status: xhr.status, text: xhr.responseText })
      }
      xhr.onerror = fail
      xhr.onabort = fail
      xhr.open(request.method, request.url)
      for (const [name, value] of Object.entries(request.headers)) xhr.setRequestHeader(name, value)
      signal.addEventListener('abort', stop, { once: true })
      if (signal.aborted) return fail()
      xhr.send(body)
    })
  }
}

/** Browsers do not distinguish a CORS rejection from a network error. */
function unreachable(url: string): ConnectionError {
  const { origin } = new URL(url)
  const message = `The upload to ${origin} was interrupted. Check the network, and that the CORS rules of the store allow this page.`
  return new ConnectionError(message, { code: 'connection_failed', mayHaveArrived: true })
}
