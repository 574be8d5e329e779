/** Sends a form with XMLHttpRequest, the only way in a browser to learn how much has been sent. */
import { ConnectionError } from '../errors.ts'
import type { SendForm } from './send-form.ts'

/** The few members that are used, so that this compiles without the types of a browser. */
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

export function sendByXhr(XhrClass: XhrClass): SendForm {
  return async (form, { onSent, signal }) => {
    const body = await form.blob()
    return new Promise((resolve, reject) => {
      const xhr = new XhrClass()
      let told = 0
      const stop = () => xhr.abort()
      const fail = () => {
        signal.removeEventListener('abort', stop)
        reject(signal.aborted ? (signal.reason as Error) : unreachable(form.url))
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
      xhr.open('POST', form.url)
      xhr.setRequestHeader('content-type', form.contentType)
      signal.addEventListener('abort', stop, { once: true })
      if (signal.aborted) return fail()
      xhr.send(body)
    })
  }
}

/** A browser does not tell a refused origin from a broken line. */
function unreachable(url: string): ConnectionError {
  const { origin } = new URL(url)
  const message = `The upload to ${origin} broke off. Check the network, and that the store accepts uploads from this page.`
  return new ConnectionError(message, { code: 'connection_failed', mayHaveArrived: true })
}
