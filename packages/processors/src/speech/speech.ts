/** The public API of the speech-to-text module. */

export { localEngine } from './engine.ts'
export type { HttpEngineOptions } from './http/endpoint.ts'
export { httpEngine } from './http/http-engine.ts'
export { groupSentences, segmentChunk } from './segments.ts'
export type {
  SpeechEngine,
  SpeechProgress,
  TranscribedChunk,
  TranscribeRequest,
  TranscriptionEnd,
} from './speech-engine.ts'
export { SpeechError, supportsLanguage } from './speech-engine.ts'
export type { Segment, Word } from './transcript.ts'
