/** Uploads concurrently, limited by the slots. The first failure aborts the others. */

import { cancelledBy } from '../errors.ts'
import type { Core } from '../http/call.ts'
import type { Source } from '../upload/source.ts'
import { type SourceDestination, sendSource } from './begin-upload.ts'

export interface UploadTask {
  source: Source
  destination: SourceDestination
}

export interface UploadManyOptions {
  signal: AbortSignal
  maxRetries?: number | undefined
  onSent: (bytes: number) => void
}

export async function uploadMany(
  core: Core,
  tasks: AsyncIterable<UploadTask>,
  { signal, maxRetries, onSent }: UploadManyOptions,
): Promise<void> {
  const controller = new AbortController()
  const stop = () => controller.abort(cancelledBy(signal))
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  const underWay = new Set<Promise<void>>()

  const start = ({ source, destination }: UploadTask, release: () => void) => {
    const watch = { signal: controller.signal, maxRetries, onSent }
    const upload = sendSource(core, source, destination, watch)
      .catch((error: unknown) => controller.abort(error))
      .finally(() => {
        release()
        underWay.delete(upload)
      })
    underWay.add(upload)
  }

  try {
    for await (const task of tasks) start(task, await core.uploadSlots.take(controller.signal))
  } catch (error) {
    controller.abort(error)
  } finally {
    await Promise.all(underWay)
    signal.removeEventListener('abort', stop)
  }
  if (controller.signal.aborted) throw controller.signal.reason as Error
}
