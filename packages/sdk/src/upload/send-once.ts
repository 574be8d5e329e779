/** One attempt to send a request of an upload. It ends: a stalled connection is aborted. */
import { cancelledBy, InletError, UploadError } from '../errors.ts'
import { connectionError } from '../http/connection-error.ts'
import { storageError } from './storage-error.ts'
import type { SendRequest, UploadRequest } from './upload-request.ts'

export interface AttemptWatch {
  /** Bytes of the file in this request. */
  bytes: number
  /** Bytes sent since the last call; negative when the attempt has failed. */
  onSent: (bytes: number) => void
  signal: AbortSignal | undefined
  /** Whether the permission may have expired. */
  isOld: () => boolean
}

/** How long an upload may stall before the connection counts as dead. */
const stallMs = 60_000
/** The store may still be writing after the last byte was sent. */
const answerMs = 300_000

export async function sendOnce(
  send: SendRequest,
  request: UploadRequest,
  { bytes, onSent, signal, isOld }: AttemptWatch,
): Promise<void> {
  let sent = 0
  const watch = watchProgress(request, signal)
  try {
    const { status, text } = await send(request, {
      signal: watch.signal,
      onSent(more) {
        // A sender may count form fields too, so the count is capped at the size of the file.
        const counted = Math.min(more, bytes - sent)
        sent += counted
        watch.moved(sent >= bytes)
        onSent(counted)
      },
    })
    if (status < 200 || status >= 300) throw storageError(status, text, isOld())
    onSent(bytes - sent)
  } catch (error) {
    onSent(-sent)
    throw reasonOf(error, request.url, watch.signal)
  } finally {
    watch.done()
  }
}

/** Aborts a stalled attempt, because a dead connection may otherwise hang for hours. */
function watchProgress({ url }: UploadRequest, signal: AbortSignal | undefined) {
  const controller = new AbortController()
  const stop = () => controller.abort(signal && cancelledBy(signal))
  if (signal?.aborted) stop()
  signal?.addEventListener('abort', stop, { once: true })
  const giveUp = () =>
    controller.abort(new UploadError(stallMessage(url), { code: 'upload_stalled', isTransient: true }))
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
