/** Follows imports to their end. The service holds the calls until something has ended; an older one is polled. */
import { ImportFailedError, type Inlet, NotFoundError } from '@inlet/sdk'
import { findImport, fromFile, fromInsight, fromSurvey, type ImportStatus, isFinal } from './import-status.ts'

export interface WatchOptions {
  signal: AbortSignal
  /** Called with each status that is read, also if it is the same as before. */
  onStatus: (status: ImportStatus) => void
}

/** Resolves with the last status of each. Rejects when the signal aborts, or if one of them no longer exists. */
export async function watchImports(
  inlet: Inlet,
  imports: readonly ImportStatus[],
  { signal, onStatus }: WatchOptions,
): Promise<ImportStatus[]> {
  const controller = new AbortController()
  const options = { signal: AbortSignal.any([signal, controller.signal]), onStatus }
  const watch = async (one: ImportStatus) => {
    if (isFinal(one)) return one
    const last = await watchOne(inlet, one, options)
    onStatus(last)
    return last
  }
  try {
    return await Promise.all(imports.map(watch))
  } finally {
    // The others are no longer waited for if one was rejected.
    controller.abort()
  }
}

async function watchOne(
  inlet: Inlet,
  { kind, key }: ImportStatus,
  { signal, onStatus }: WatchOptions,
): Promise<ImportStatus> {
  const options = { signal, waitTimeoutMs: Number.POSITIVE_INFINITY }
  // A final status is complete only when the wait has ended: lists do not contain the reason of a failure.
  const onOpen = (status: ImportStatus) => !isFinal(status) && onStatus(status)
  try {
    if (kind === 'file')
      return fromFile(await inlet.files.wait(key, { ...options, onStatus: (file) => onOpen(fromFile(file)) }))
    if (kind === 'insight')
      return fromInsight(
        await inlet.insights.wait(key, { ...options, onStatus: (insight) => onOpen(fromInsight(insight)) }),
      )
    await inlet.surveys.wait(key, { ...options, onStatus: (survey) => onOpen(fromSurvey(survey)) })
  } catch (error) {
    if (!(error instanceof ImportFailedError || error instanceof NotFoundError)) throw error
  }
  // With the reason of a failure or the notes on a survey, or with an error that says that it is gone.
  return findImport(inlet, key)
}
