/** Failures outside of the processors: what happened, why, and what to do. */
import type { FailureCode } from '@inlet/contract'

export interface Failure {
  code: FailureCode
  message: string
}

/** Codes of records that were never finished, so that an operator can retry them. */
export const unfinishedCodes: readonly FailureCode[] = ['gave_up', 'machine_fault']

export const objectGone: Failure = {
  code: 'upload_gone',
  message:
    'The uploaded file is no longer in storage. It was deleted before it could be processed. Upload it again.',
}

/** The last attempt failed because of the machine: nothing is known about the file. */
export const machineFailed: Failure = {
  code: 'machine_fault',
  message:
    'The file could not be processed. The server was short of disk space or memory, or lacked a program. The file itself may be fine: contact your operator, who can retry it without another upload.',
}

/** All attempts crashed, so the cause is unknown. */
export const gaveUp: Failure = {
  code: 'gave_up',
  message:
    'The file could not be processed. Every attempt crashed, because of the file or the server. Upload it again; if it fails again, contact your operator.',
}
