/** Recognizes the program or service that wrote a JSON transcript by its fields. */

import { type RawTranscript, TranscriptError, type TranscriptFormat } from '../transcript.ts'
import { readOtr } from '../turns/otr.ts'
import { readAmazonTranscribe, readAssemblyAi, readDeepgram, readRevAi, readSonix } from './services.ts'
import { asList, asRecord, asText, type JsonRecord } from './values.ts'
import { readExport, readTransformers, readWhisper, readWhisperCpp } from './whisper.ts'

/** @throws TranscriptError */
export function readJson(text: string): { format: TranscriptFormat; raw: RawTranscript } {
  const file = asRecord(parse(text))
  if (!file) throw new TranscriptError('not_a_transcript')
  if (isOtr(file)) return { format: 'otr', raw: readOtr(asText(file['text']) ?? '') }
  const raw = readKnown(file)
  if (!raw) throw new TranscriptError('not_a_transcript')
  return { format: 'json', raw }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new TranscriptError('malformed_json')
  }
}

/** oTranscribe: HTML, and the name of the recording. */
function isOtr(file: JsonRecord): boolean {
  return asText(file['text']) !== null && ('media-time' in file || 'media-source' in file)
}

function readKnown(file: JsonRecord): RawTranscript | null {
  const results = asRecord(file['results'])
  const items = asList(results?.['items'])
  if (results && items) return readAmazonTranscribe(results, items)
  if (results && (asList(results['channels']) || asList(results['utterances'])))
    return readDeepgram(file, results)
  const monologues = asList(file['monologues'])
  if (monologues) return readRevAi(file, monologues)
  const transcription = asList(file['transcription'])
  if (transcription) return readWhisperCpp(file, transcription)
  const chunks = asList(file['chunks'])
  if (chunks) return readTransformers(file, chunks)
  const turns = asList(file['transcript'])
  if (turns) return readSonix(file, turns)
  const segments = asList(file['segments'])
  if (segments) return isExport(segments) ? readExport(file, segments) : readWhisper(file, segments)
  return 'utterances' in file && 'words' in file ? readAssemblyAi(file) : null
}

const isExport = (segments: readonly unknown[]) =>
  segments.some((segment) => asRecord(segment)?.['start_ms'] !== undefined)
