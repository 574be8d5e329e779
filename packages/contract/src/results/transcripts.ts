/** Transcripts of recordings. */
import { type Static, Type } from 'typebox'
import { orNull } from '../import/or-null.ts'
import { defineRoute } from '../route.ts'
import { Count, flag, notReady, resultsPrefix, resultsTag, WavKey } from './shapes.ts'

export const TranscriptFormat = Type.Enum(['json', 'vtt', 'srt', 'txt'])
export type TranscriptFormat = Static<typeof TranscriptFormat>

export const TranscriptSpeaker = Type.Object({
  id: orNull(Type.String(), 'Label of the speech engine; null if it does not identify speakers.'),
  name: orNull(Type.String(), 'Name that a person has given; null if there is none.'),
})

export const TranscriptWord = Type.Object({
  start_ms: Count,
  end_ms: Count,
  text: Type.String(),
  is_approximate: Type.Boolean({
    description: 'The engine did not time the words; the times are estimates.',
  }),
})

export const TranscriptSegment = Type.Object({
  number: Type.Integer({ description: 'Position in the transcript, from 0.' }),
  start_ms: Count,
  end_ms: Count,
  speaker: orNull(Type.String(), 'The id of one of the speakers.'),
  speaker_name: orNull(Type.String(), 'Name that a person has given to the speaker or this segment.'),
  text: Type.String(),
  confidence: orNull(Type.Number(), 'From 0 to 1; null if unknown.'),
  is_suspicious: Type.Boolean({ description: 'The engine may have made this text up.' }),
  words: Type.Optional(Type.Array(TranscriptWord, { description: 'With words=true.' })),
})
export type TranscriptSegment = Static<typeof TranscriptSegment>

export const Transcript = Type.Object({
  language: Type.String({ examples: ['en-US'] }),
  engine: Type.String(),
  duration_ms: Count,
  is_complete: Type.Boolean({ description: 'false only with partial=true, while it is being transcribed.' }),
  speakers: Type.Array(TranscriptSpeaker),
  segments: Type.Array(TranscriptSegment),
})
export type Transcript = Static<typeof Transcript>

const TranscriptQuery = Type.Object({
  format: Type.Optional(
    Type.Enum(['json', 'vtt', 'srt', 'txt'], {
      description: 'json is the default; vtt is WebVTT, srt SubRip.',
    }),
  ),
  words: flag('Adds the timed words to each segment; with json only.'),
  partial: flag(
    'Returns what has been transcribed so far instead of an error. Never of a protected recording.',
  ),
})

/** Of every transcript route. */
export const transcriptParts = {
  method: 'GET',
  tag: resultsTag,
  description:
    'Names given to speakers apply in every format. Only the protected version of a recording with privacy settings can be read, as soon as it is verified.',
  query: TranscriptQuery,
  conflict: notReady,
  responseTypes: ['application/json', 'text/vtt', 'application/x-subrip', 'text/plain'],
  responses: { 200: Type.Unsafe<Transcript | string>(Transcript) },
} as const

export const getFileTranscript = defineRoute({
  ...transcriptParts,
  operationId: 'files.transcript',
  path: `${resultsPrefix}/files/{wav_key}/transcript`,
  summary: 'Get the transcript of a recording',
  scopes: ['file:read'],
  params: WavKey,
})
