/** Uploads one file to a descriptor, and retries after transient failures. */
import type { UploadDescriptor } from '../contract.ts'
import { ConnectionError, cancelledBy, InletError, UploadError } from '../errors.ts'
import type { Core } from '../http/call.ts'
import { connectionError } from '../http/connection-error.ts'
import { withRetries } from '../http/retry.ts'
import { makeForm, type UploadForm } from './form.ts'
import { chooseSender } from './send-form.ts'
import type { Source } from './source.ts'
import { storageError } from './storage-error.ts'
import { throttled } from './throttle.ts'

export interface Destination {
  descriptor: UploadDescriptor
  /** By `performance.now()`. */
  issuedAt: number
  /** Requests a new descriptor, if the API supports it. Otherwise the same one is used until it expires after an hour. */
  renew?: () => Promise<UploadDescriptor>
}

export interface UploadWatch {
  /** Bytes sent since the last call; negative when an attempt starts again. */
  onSent?: (bytes: number) => void
  signal?: AbortSignal | undefined
  maxRetries?: number | undefined
}

/** Descriptors expire after an hour; a long upload should not start with one that is about to expire. */
const oldAfterMs = 55 * 60_000
/** How long an upload may stall before the connection counts as dead. */
const stallMs = 60_000
/** The store may still be writing after the last byte was sent. */
const answerMs = 300_000

export async function uploadFile(
  core: Pick<Core, 'fetch' | 'maxRetries' | 'throttle'>,
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
    isRetryable(error: InletError) {
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
    await sendOnce(makeForm(descriptor, throttled(source, core.throttle)), isOld)
  })

  async function sendOnce(form: UploadForm, isTooOld: () => boolean): Promise<void> {
    let sent = 0
    const watch = watchProgress(form, signal)
    try {
      const { status, text } = await send(form, {
        signal: watch.signal,
        onSent(bytes) {
          // A sender may count the form fields too, so the count is capped at the size of the file.
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

/** Aborts a stalled attempt, because a dead connection may otherwise hang for hours. */
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
  return `The upload to ${new URL(url).host} stalled. Check the network, then try again.`
}

/** fetch and failed streams wrap the actual reason in `cause`. */
function reasonOf(error: unknown, url: string, signal: AbortSignal): InletError {
  if (signal.aborted && signal.reason instanceof InletError) return signal.reason
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1)
    if (at instanceof InletError) return at
  return connectionError(error, url)
}
