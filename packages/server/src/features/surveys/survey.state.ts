/** The life of a survey upload, its parts and its media. The repos enforce each move again in SQL. */
import type { MediaStatus, PartStatus, SurveyStatus } from '@inlet/contract'

type Moves<Status extends string, Event extends string> = Record<Status, Partial<Record<Event, Status>>>

/** `retryMedia` is not among them: it changes a media file in any state of the upload, and the upload in none. */
export type SurveyEvent =
  | 'complete'
  | 'verify'
  | 'succeed'
  | 'fail'
  | 'retryPart'
  | 'registerMedia'
  | 'append'

const surveyMoves: Moves<SurveyStatus, SurveyEvent> = {
  AWAITING_UPLOAD: {
    complete: 'VALIDATING',
    retryPart: 'AWAITING_UPLOAD',
    registerMedia: 'AWAITING_UPLOAD',
  },
  VALIDATING: { verify: 'PROCESSING', fail: 'FAILED' },
  PROCESSING: { succeed: 'COMPLETED', fail: 'FAILED' },
  COMPLETED: { append: 'AWAITING_UPLOAD' },
  FAILED: { retryPart: 'AWAITING_UPLOAD', registerMedia: 'FAILED' },
}

export function nextSurveyStatus(from: SurveyStatus, event: SurveyEvent): SurveyStatus | undefined {
  return surveyMoves[from][event]
}

/** `find` and `lose`: its object is there, or no longer. `accept`: a complete has taken it over. */
export type PartEvent = 'find' | 'lose' | 'accept' | 'process' | 'fail' | 'retry'

const partMoves: Moves<PartStatus, PartEvent> = {
  PENDING: { find: 'UPLOADED', accept: 'UPLOADED', retry: 'PENDING' },
  UPLOADED: { lose: 'PENDING', accept: 'UPLOADED', process: 'PROCESSED', fail: 'FAILED', retry: 'PENDING' },
  PROCESSED: {},
  // Another part may have been sent again instead of this one; then it is tried as it is.
  FAILED: { accept: 'UPLOADED', retry: 'PENDING' },
}

export function nextPartStatus(from: PartStatus, event: PartEvent): PartStatus | undefined {
  return partMoves[from][event]
}

export type MediaEvent = 'find' | 'lose' | 'link' | 'fail' | 'retry'

const mediaMoves: Moves<MediaStatus, MediaEvent> = {
  PENDING: { find: 'UPLOADED', retry: 'PENDING' },
  UPLOADED: { lose: 'PENDING', link: 'LINKED', fail: 'FAILED' },
  LINKED: {},
  FAILED: { retry: 'PENDING' },
}

export function nextMediaStatus(from: MediaStatus, event: MediaEvent): MediaStatus | undefined {
  return mediaMoves[from][event]
}
