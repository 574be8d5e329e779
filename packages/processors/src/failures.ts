/**
 * Why a file cannot be processed, in words for the person who sent it: what happened, why, what to do. Codes are stable
 * and stored; sentences may be improved. Only faults of the file are here: trouble of the machine is thrown.
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
  'The file is empty. It holds no bytes, perhaps because it was sent before it was saved. Save it again and upload it once more.',
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
    `The file is not what its name says. It ends in .${extension} but holds ${found}. Save it as .${extension}, or give it the ending that fits, and upload it again.`,
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
  'The document is too long. It holds more text than can be searched. Split it and upload the parts.',
)

export const unpacksTooLarge = failed(
  'too_complex',
  'The document is too large inside. Unpacked it is many times larger than the file itself. Save a smaller copy and upload that.',
)

export const tookTooLong = failed(
  'took_too_long',
  'The file takes too long to process. It holds very many pages, cells or drawings. Split or simplify it and upload it again.',
)

export const outOfMemory = failed(
  'out_of_memory',
  'The file needs too much memory to process. It holds very large pages, tables or pictures. Split or simplify it and upload it again.',
)

export const nothingToPlay = failed(
  'damaged',
  'The recording cannot be played. It holds neither sound nor moving pictures. Export it again from the program it was made with and upload that.',
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
    `The picture of the video is too large. It has more than ${maxPixels.toLocaleString('en')} pixels. Save it at a smaller size and upload that.`,
  )
}

export const recordingTookTooLong = failed(
  'took_too_long',
  'The recording takes too long to process. It is very long, or kept in a way that is slow to convert. Save it as MP4 at a smaller size and upload that.',
)

export const recordingOutOfMemory = failed(
  'out_of_memory',
  'The recording needs too much memory to process. Its picture or its number of tracks is very large. Save it as MP4 at a smaller size and upload that.',
)

export const nothingLeft = failed(
  'nothing_left',
  'Nothing of the recording is left to show. The privacy settings of its project remove both sound and pictures. Change the settings, then upload it again.',
)

export const durationsDiffer = failed(
  'privacy_unverified',
  'The recording stays closed. Its protected version does not last as long as the recording, so sound and transcript could not be trusted. Save it as MP4 and upload that.',
)

export const facesStillSeen = failed(
  'privacy_unverified',
  'The recording stays closed. Faces were still seen in its protected version. Choose to blur the entire video in the settings of the project, then upload it again.',
)

export const wordsStillHeard = failed(
  'privacy_unverified',
  'The recording stays closed. Words that should be beeped were still understood in its protected version. Choose to remove the audio in the settings of the project, or cut these places out, then upload it again.',
)
