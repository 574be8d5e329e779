import { readCaptions } from '../captions/read-captions.ts'
import { captionKind } from '../captions/time-line.ts'
import { maxDocumentXmlBytes } from '../limits.ts'
import { type RawTranscript, TranscriptError } from '../transcript.ts'
import { readTurns } from '../turns/read-turns.ts'
import { readWordLines } from './word-lines.ts'
import { unpackEntry } from './zip-entry.ts'

/** Some programs number the document. */
const documentName = /^word\/document\d*\.xml$/i

/** @throws TranscriptError */
export async function readDocx(bytes: Uint8Array): Promise<RawTranscript> {
  const document = await unpackEntry(bytes, documentName, { maxBytes: maxDocumentXmlBytes })
  if (!document) throw new TranscriptError('not_a_transcript')
  const lines = readWordLines(new TextDecoder().decode(document))
  // Teams until 2023: times with an arrow, then the name, then the text.
  if (captionKind(lines) === 'arrows') {
    const raw = readCaptions(lines, { isWebVtt: false, hasEntities: false, hasNameLine: true })
    // Paragraphs need no blank lines between them.
    return {
      ...raw,
      warnings: new Set([...raw.warnings].filter((warning) => warning !== 'missing_blank_line')),
    }
  }
  return readTurns(lines.map((text) => ({ text })))
}
