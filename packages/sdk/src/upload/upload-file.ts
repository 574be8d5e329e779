/** Uploads one file to a descriptor, and retries after transient failures. */
import type { UploadDescriptor } from '../contract.ts'
import { ConnectionError, type InletError, isTransient, UploadError } from '../errors.ts'
import type { Core } from '../http/call.ts'
import { withRetries } from '../http/retry.ts'
import { chooseSender } from './choose-sender.ts'
import { makeForm } from './form.ts'
import { sendOnce } from './send-once.ts'
import type { Source } from './source.ts'
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
export const oldAfterMs = 55 * 60_000

/** The permission to upload is lost, and a new one may help. */
export const isPermissionLost = (error: InletError): boolean =>
  error instanceof UploadError && (error.code === 'upload_expired' || error.code === 'upload_refused')

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
    isRetryable: (error: InletError) =>
      // Calls for a new descriptor have retries of their own.
      ((error instanceof ConnectionError || error instanceof UploadError) && isTransient(error)) ||
      (isPermissionLost(error) && renew !== undefined && !isRenewed),
  }
  await withRetries(rules, async ({ attempt }) => {
    if (renew && (attempt > 0 || isOld())) {
      descriptor = await renew()
      issuedAt = performance.now()
      isRenewed = true
    }
    const form = makeForm(descriptor, throttled(source, core.throttle))
    await sendOnce(send, form, { bytes: source.size, onSent, signal, isOld })
  })
}
