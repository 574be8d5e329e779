/** Limits of a transcript file. A recording of twelve hours has about 150,000 words, and a JSON of them 30 MB. */

export const maxTranscriptBytes = 50 * 1024 * 1024
export const maxCues = 200_000
export const maxWords = 300_000
export const maxTextChars = 5_000_000
/** A longer name is not a name; it is shortened. */
export const maxSpeakerChars = 120
/** The text of a Word document, unpacked. */
export const maxDocumentXmlBytes = 64 * 1024 * 1024
