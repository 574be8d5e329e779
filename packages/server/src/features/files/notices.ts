/** What a completed file lacks, in words for people: what is so, why, and what to do if it matters. */

const sentences = new Map([
  [
    'no_audio',
    'The transcript is empty. The recording has no sound. Upload a version with sound if it should have one; the video can be played.',
  ],
  [
    'audio_removed',
    'The transcript is empty. The privacy settings of the project remove the sound of its recordings. The pictures can be seen.',
  ],
  [
    'no_speech',
    'The transcript is empty. Nobody was heard speaking in the recording. It can be played all the same.',
  ],
  [
    'ends_early',
    'The recording ends earlier than its file says. It was probably cut off while it was saved or copied. Upload it again if something is missing at the end.',
  ],
  [
    'ocr_incomplete',
    'Some scanned pages have no text. There was not enough time to read them all. Split the document and upload the parts if you need to search in them.',
  ],
  [
    'viewer_shortened',
    'Only the beginning of the text is shown as pages. The text is very long. All of it can be searched.',
  ],
])

/** A code without a sentence is better shown than lost. */
export function explainNotice(code: string): string {
  return sentences.get(code) ?? code
}
