/** Reasons of our own, in the words of the processors: what happened, why, what to do. */

export interface Failure {
  code: string
  message: string
}

export const objectGone: Failure = {
  code: 'upload_gone',
  message:
    'The uploaded file is no longer in storage. It was removed before it could be read. Upload it again.',
}

/** The attempts are used up, by crashes or by trouble of the machine: nobody is left to say more. */
export const gaveUp: Failure = {
  code: 'gave_up',
  message:
    'The file could not be processed. Every attempt broke off, which can be the file or the machine. Upload it again; if it stays, tell your operator.',
}
