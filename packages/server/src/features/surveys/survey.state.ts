/** State machines of a survey upload, its parts and its media. The repos enforce each transition again in SQL. */
import type { MediaStatus, PartStatus, SurveyStatus } from '@inlet/contract'

type Moves<Status extends string, Event extends string> = Record<Status, Partial<Record<Event, Status>>>

/** Without `retryMedia`, which is allowed in any state and never changes the upload. */
export type SurveyEvent =
  | 'complete'
  | 'verify'
  | 'succeed'
  | 'fail'
  | 'retryPart'
  | 'withdrawPart'
  | 'registerMedia'
  | 'append'
  | 'retype'

const surveyMoves: Moves<SurveyStatus, SurveyEvent> = {
  AWAITING_UPLOAD: {
    complete: 'VALIDATING',
    retryPart: 'AWAITING_UPLOAD',
    withdrawPart: 'AWAITING_UPLOAD',
    registerMedia: 'AWAITING_UPLOAD',
  },
  VALIDATING: { verify: 'PROCESSING', fail: 'FAILED' },
  PROCESSING: { succeed: 'COMPLETED', fail: 'FAILED' },
  COMPLETED: { append: 'AWAITING_UPLOAD', retype: 'PROCESSING' },
  FAILED: { retryPart: 'AWAITING_UPLOAD', withdrawPart: 'AWAITING_UPLOAD', registerMedia: 'FAILED' },
}

export function nextSurveyStatus(from: SurveyStatus, event: SurveyEvent): SurveyStatus | undefined {
  return surveyMoves[from][event]
}

export interface Withdrawal {
  /** The withdrawn part is the one the upload failed at. */
  isFailedPart: boolean
  /** Parts that are neither processed nor withdrawn. */
  openParts: number
  /** The survey was completed before, so the part was appended. */
  wasCompleted: boolean
  /** Rows or media exist that the end of an import still has to process. */
  hasUnfinishedWork: boolean
}

/** The state after a part is withdrawn. PROCESSING requires the import job, which then ends the import. */
export function statusAfterWithdrawal(from: SurveyStatus, withdrawal: Withdrawal): SurveyStatus | undefined {
  const waiting = nextSurveyStatus(from, 'withdrawPart')
  const { isFailedPart, openParts, wasCompleted, hasUnfinishedWork } = withdrawal
  if (waiting === undefined) return undefined
  if (from === 'FAILED' && !isFailedPart) return 'FAILED'
  if (openParts > 0) return waiting
  return wasCompleted && !hasUnfinishedWork ? 'COMPLETED' : 'PROCESSING'
}

/** `find` and `lose`: its object appeared or disappeared. `accept`: a complete accepted it. */
export type PartEvent = 'find' | 'lose' | 'accept' | 'process' | 'fail' | 'retry'

const partMoves: Moves<PartStatus, PartEvent> = {
  PENDING: { find: 'UPLOADED', accept: 'UPLOADED', retry: 'PENDING' },
  UPLOADED: { lose: 'PENDING', accept: 'UPLOADED', process: 'PROCESSED', fail: 'FAILED', retry: 'PENDING' },
  PROCESSED: {},
  // Another part may have been retried instead; then this one is tried again unchanged.
  FAILED: { accept: 'UPLOADED', retry: 'PENDING' },
}

export function nextPartStatus(from: PartStatus, event: PartEvent): PartStatus | undefined {
  return partMoves[from][event]
}

/** A processed part cannot be withdrawn, because its rows are in the survey. */
export const isPartWithdrawable = (status: PartStatus): boolean => status !== 'PROCESSED'

/**
 * `replace`: the file is linked and its recording failed; a new row waits for the new file, and this one stays linked.
 * `rematch`: a column was retyped, so an unmatched file may match now.
 */
export type MediaEvent = 'find' | 'lose' | 'link' | 'fail' | 'retry' | 'replace' | 'rematch'

const mediaMoves: Moves<MediaStatus, MediaEvent> = {
  PENDING: { find: 'UPLOADED', retry: 'PENDING' },
  UPLOADED: { lose: 'PENDING', link: 'LINKED', fail: 'FAILED' },
  LINKED: { replace: 'PENDING' },
  FAILED: { retry: 'PENDING', rematch: 'UPLOADED' },
}

export function nextMediaStatus(from: MediaStatus, event: MediaEvent): MediaStatus | undefined {
  return mediaMoves[from][event]
}

/** Whether a file can be uploaded again, under its own name or another. */
export function canRetryMedia(status: MediaStatus, hasFailedRecording: boolean): boolean {
  const event = status === 'LINKED' && hasFailedRecording ? 'replace' : 'retry'
  return nextMediaStatus(status, event) !== undefined
}

/** Independent of the upload's state, because the file is neither linked nor about to be. */
export function canWithdrawMedia(status: MediaStatus): boolean {
  return status === 'PENDING' || status === 'FAILED'
}
