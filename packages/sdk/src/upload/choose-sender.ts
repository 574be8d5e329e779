/** Chooses the sender for this platform. */
import type { Fetch } from '../options.ts'
import { sendAsBlob, sendAsStream } from './send-by-fetch.ts'
import { findXhr, sendByXhr } from './send-by-xhr.ts'
import type { SendRequest } from './upload-request.ts'

export function chooseSender(send: Fetch): SendRequest {
  const xhr = findXhr()
  if (xhr) return sendByXhr(xhr)
  return isNode() ? sendAsStream(send) : sendAsBlob(send)
}

/** Other runtimes identify as Node, but their fetch ignores the given Content-Length of a stream. */
function isNode(): boolean {
  const { process, Deno, Bun } = globalThis as {
    process?: { versions?: { node?: string } }
    Deno?: unknown
    Bun?: unknown
  }
  return process?.versions?.node !== undefined && Deno === undefined && Bun === undefined
}
