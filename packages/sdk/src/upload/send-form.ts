/** Which of the senders this platform can use. */
import type { Fetch } from '../options.ts'
import type { UploadForm } from './form.ts'
import { sendAsBlob, sendAsStream } from './send-by-fetch.ts'
import { findXhr, sendByXhr } from './send-by-xhr.ts'

export type SendForm = (
  form: UploadForm,
  watch: { onSent: (bytes: number) => void; signal: AbortSignal },
) => Promise<{ status: number; text: string }>

export function chooseSender(send: Fetch): SendForm {
  const xhr = findXhr()
  if (xhr) return sendByXhr(xhr)
  return isNode() ? sendAsStream(send) : sendAsBlob(send)
}

/** Other runtimes pose as Node, but their fetch makes its own choice of the length of a stream. */
function isNode(): boolean {
  const { process, Deno, Bun } = globalThis as {
    process?: { versions?: { node?: string } }
    Deno?: unknown
    Bun?: unknown
  }
  return process?.versions?.node !== undefined && Deno === undefined && Bun === undefined
}
