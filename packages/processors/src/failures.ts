/**
 * Failures caused by the file, with a message for its sender: what happened, why, what to do. Codes are stable and
 * stored; messages may change. Infrastructure errors are thrown instead.
 */

export type FailureCode =
  | 'file_empty'
  | 'unsupported'
  | 'type_mismatch'
  | 'password_protected'
  | 'damaged'
  | 'too_complex'
  | 'took_too_long'
  | 'out_of_memory'
  | 'nothing_left'
  | 'privacy_unverified'

export type ProcessingFailure = {
  readonly code: FailureCode
  readonly message: string
}

export type Failed = { readonly ok: false; readonly failure: ProcessingFailure }
export type Result<T extends object> = ({ readonly ok: true } & T) | Failed

function failed(code: FailureCode, message: string): Failed {
  return { ok: false, failure: { code, message } }
}

export const fileEmpty = failed(
  'file_empty',
  'The file is empty. It may have been uploaded before it was saved. Save it again and upload it.',
)

export function unsupported(extension: string): Failed {
  return failed(
    'unsupported',
    `The file type is not supported. Files ending in .${extension} cannot be shown here. Save it as a PDF and upload that.`,
  )
}

export function typeMismatch(extension: string, found: string): Failed {
  return failed(
    'type_mismatch',
    `The file does not match its extension. It ends in .${extension} but contains ${found}. Save it as .${extension}, or rename it to match its content, and upload it again.`,
  )
}

export function unsupportedRecording(extension: string): Failed {
  return failed(
    'unsupported',
    `The file type is not supported. Files ending in .${extension} cannot be played here. Save it as MP4 or MP3 and upload that.`,
  )
}

export const passwordProtected = failed(
  'password_protected',
  'The file is password-protected. It cannot be opened without the password. Remove the password and upload the file again.',
)

export const damaged = failed(
  'damaged',
  'The file cannot be read. Its content is damaged or incomplete. Open it in the program it was made with, save a new copy and upload that.',
)

export function tooManyPages(maxPages: number): Failed {
  return failed(
    'too_complex',
    `The document is too long. It has more than ${maxPages.toLocaleString('en')} pages. Split it and upload the parts.`,
  )
}

export function tooManyPixels(maxPixels: number): Failed {
  return failed(
    'too_complex',
    `The image is too large. It has more than ${maxPixels.toLocaleString('en')} pixels. Make it smaller and upload it again.`,
  )
}

export const tooMuchText = failed(
  'too_complex',
  'The document is too long. It contains more text than can be indexed. Split it and upload the parts.',
)

export const unpacksTooLarge = failed(
  'too_complex',
  'The document is too large when unpacked. Its content is many times larger than the file itself. Save a smaller copy and upload that.',
)

export const tookTooLong = failed(
  'took_too_long',
  'Processing took too long. The file contains very many pages, cells or drawings. Split or simplify it and upload it again.',
)

export const outOfMemory = failed(
  'out_of_memory',
  'Processing needed too much memory. The file contains very large pages, tables or images. Split or simplify it and upload it again.',
)

export const outOfSpace = failed(
  'too_complex',
  'Processing produced too much data. The file contains very many or very large pages, tables, images or tracks. Split or simplify it and upload it again.',
)

export const nothingToPlay = failed(
  'damaged',
  'The recording cannot be played. It contains neither audio nor video. Export it again from the program it was made with and upload that.',
)

export function recordingTooLong(maxHours: number): Failed {
  return failed(
    'too_complex',
    `The recording is too long. It lasts more than ${maxHours} hours. Cut it into parts and upload them.`,
  )
}

export function videoTooLarge(maxPixels: number): Failed {
  return failed(
    'too_complex',
    `The resolution of the video is too high. A frame has more than ${maxPixels.toLocaleString('en')} pixels. Save it at a lower resolution and upload that.`,
  )
}

export const recordingTookTooLong = failed(
  'took_too_long',
  'Processing took too long. The recording is very long, or its format is slow to convert. Save it as MP4 at a lower resolution and upload that.',
)

export const recordingOutOfMemory = failed(
  'out_of_memory',
  'Processing needed too much memory. The recording has a very high resolution or very many tracks. Save it as MP4 at a lower resolution and upload that.',
)

export const nothingLeft = failed(
  'nothing_left',
  'Nothing of the recording is left to play. The privacy settings of the project remove both audio and video. Change the settings, then upload it again.',
)

export const durationsDiffer = failed(
  'privacy_unverified',
  'The recording could not be protected, so it is not shown. Its protected version has a different duration. Save it as MP4 and upload that.',
)

export const facesStillSeen = failed(
  'privacy_unverified',
  'The recording could not be protected, so it is not shown. Faces were still detected in its protected version. Set the project to blur the entire video, then upload it again.',
)

export const wordsStillHeard = failed(
  'privacy_unverified',
  'The recording could not be protected, so it is not shown. Words that should be beeped out were still recognized in its protected version. Set the project to remove the audio, or cut these passages out, then upload it again.',
)
