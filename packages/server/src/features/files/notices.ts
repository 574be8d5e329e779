/** Notices about a completed file: what is the case, why, and what to do about it. */

const sentences = new Map([
  [
    'no_audio',
    'The transcript is empty because the recording has no sound. The video can still be played. If it should have sound, upload a version with sound.',
  ],
  [
    'audio_removed',
    'The transcript is empty because the privacy settings of the project remove the sound. The video can still be played.',
  ],
  ['no_speech', 'The transcript is empty because no speech was detected. The recording can still be played.'],
  [
    'ends_early',
    'The recording is shorter than its file states. It was probably truncated while it was saved or copied. If the end is missing, upload it again.',
  ],
  [
    'transcript_shifted',
    'The times of the uploaded transcript started at a full hour. They were moved to the start of the recording.',
  ],
  [
    'transcript_cut',
    'The uploaded transcript is longer than the recording. Times after the end were set to the end. Check that it belongs to this recording.',
  ],
  [
    'transcript_incomplete',
    'Parts of the uploaded transcript are missing, because they have no readable time or text. Check the file, and import the recording again if they matter.',
  ],
  [
    'transcript_without_times',
    'The uploaded transcript has no times. They were estimated from the length of the text, so playback and text may differ by minutes.',
  ],
  [
    'transcript_ends_early',
    'The uploaded transcript ends before the middle of the recording. Check that it belongs to this recording and is complete.',
  ],
  [
    'transcript_language_differs',
    'The language of the uploaded transcript differs from the transcript language of the project. Check that it belongs to this recording.',
  ],
  [
    'ocr_incomplete',
    'Some scanned pages have no text, because text recognition timed out. To search these pages, split the document and upload the parts.',
  ],
  [
    'ocr_language_missing',
    'Text was recognized without one of the languages of the project, which is not installed, so words may be wrong or missing. Ask your operator to install it, then upload the file again.',
  ],
  [
    'documents_not_redacted',
    'Documents and images are not redacted. The privacy settings of the project apply to recordings only, so personal details in this file stay readable. If they must not be seen, remove them from the file and upload it again.',
  ],
  [
    'viewer_shortened',
    'Only the beginning of the text is shown as pages, because the text is very long. All of it can be searched.',
  ],
])

/** An unknown code is shown as it is. */
export function explainNotice(code: string): string {
  return sentences.get(code) ?? code
}
