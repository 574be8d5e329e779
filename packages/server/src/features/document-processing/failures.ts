/** Failures outside of the processors: what happened, why, and what to do. */
import type { FailureCode } from '@inlet/contract'

export interface Failure {
  code: FailureCode
  message: string
}

export const objectGone: Failure = {
  code: 'upload_gone',
  message:
    'The uploaded file is no longer in storage. It was deleted before it could be processed. Upload it again.',
}

/** All attempts crashed, so the cause is unknown. */
export const gaveUp: Failure = {
  code: 'gave_up',
  message:
    'The file could not be processed. Every attempt crashed, because of the file or the server. Upload it again; if it fails again, contact your operator.',
}
