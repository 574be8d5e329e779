/** Brings one file to where a descriptor says, again after failures that may pass. */
import type { UploadDescriptor } from '../contract.ts'
import { ConnectionError, cancelledBy, InletError, UploadError } from '../errors.ts'
import type { Core } from '../http/call.ts'
import { connectionError } from '../http/connection-error.ts'
import { withRetries } from '../http/retry.ts'
import { makeForm, type UploadForm } from './form.ts'
import { chooseSender } from './send-form.ts'
import type { Source } from './source.ts'
import { storageError } from './storage-error.ts'

export interface Destination {
  descriptor: UploadDescriptor
  /** By `performance.now()`. */
  issuedAt: number
  /** A fresh descriptor, where the contract gives one. Without it the same is used within its hour. */
  renew?: () => Promise<UploadDescriptor>
}

export interface UploadWatch {
  /** Bytes that went out; negative when an attempt is begun again. */
  onSent?: (bytes: number) => void
  signal?: AbortSignal | undefined
  maxRetries?: number | undefined
}

/** Descriptors live an hour; a long upload should not begin with one about to end. */
const oldAfterMs = 55 * 60_000
/** How long nothing may move before the connection counts as dead. */
const stallMs = 60_000
/** The store may still be writing when the last byte is sent. */
const answerMs = 300_000

export async function uploadFile(
  core: Pick<Core, 'fetch' | 'maxRetries'>,
  source: Source,
  destination: Destination,
  { onSent = () => {}, signal, maxRetries = core.maxRetries }: UploadWatch = {},
): Promise<void> {
  const send = chooseSender(core.fetch)
  let { descriptor, issuedAt } = destination
  const { renew } = destination
  let isRenewed = false
  const isOld = () => performance.now() - issuedAt > oldAfterMs
  const rules = {
    maxRetries,
    timeoutMs: Number.POSITIVE_INFINITY,
    signal,
    mayRepeat(error: InletError) {
      if (error instanceof ConnectionError) return error.code !== 'certificate_refused'
      if (!(error instanceof UploadError)) return false
      const isPermissionLost = error.code === 'upload_expired' || error.code === 'upload_refused'
      return error.isTransient || (isPermissionLost && renew !== undefined && !isRenewed)
    },
  }
  await withRetries(rules, async ({ attempt }) => {
    if (renew && (attempt > 0 || isOld())) {
      descriptor = await renew()
      issuedAt = performance.now()
      isRenewed = true
    }
    await sendOnce(makeForm(descriptor, source), isOld)
  })

  async function sendOnce(form: UploadForm, isTooOld: () => boolean): Promise<void> {
    let sent = 0
    const watch = watchProgress(form, signal)
    try {
      const { status, text } = await send(form, {
        signal: watch.signal,
        onSent(bytes) {
          // A sender may count the frame of the form along; the file is never more than whole.
          const counted = Math.min(bytes, source.size - sent)
          sent += counted
          watch.moved(sent >= source.size)
          onSent(counted)
        },
      })
      if (status < 200 || status >= 300) throw storageError(status, text, isTooOld())
      onSent(source.size - sent)
    } catch (error) {
      onSent(-sent)
      throw reasonOf(error, form.url, watch.signal)
    } finally {
      watch.done()
    }
  }
}

/** Ends an attempt when nothing moves any more: a dead connection may otherwise hang for hours. */
function watchProgress(form: UploadForm, signal: AbortSignal | undefined) {
  const controller = new AbortController()
  const stop = () => controller.abort(signal && cancelledBy(signal))
  if (signal?.aborted) stop()
  signal?.addEventListener('abort', stop, { once: true })
  const giveUp = () =>
    controller.abort(new UploadError(stallMessage(form.url), { code: 'upload_stalled', isTransient: true }))
  let timer = setTimeout(giveUp, stallMs)
  return {
    signal: controller.signal,
    moved(isAll: boolean) {
      clearTimeout(timer)
      timer = setTimeout(giveUp, isAll ? answerMs : stallMs)
    },
    done() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
    },
  }
}

function stallMessage(url: string): string {
  return `The upload to ${new URL(url).host} stopped moving. Check the network, then try again.`
}

/** fetch hides the true reason behind its own error; so does a stream that failed while it was read. */
function reasonOf(error: unknown, url: string, signal: AbortSignal): InletError {
  if (signal.aborted && signal.reason instanceof InletError) return signal.reason
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1)
    if (at instanceof InletError) return at
  return connectionError(error, url)
}
