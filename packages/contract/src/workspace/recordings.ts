/** Audio and video: files, and media files of a survey. */
import { type Static, Type } from 'typebox'
import { FileStage } from '../import/files.ts'
import { localePattern } from '../import/projects.ts'
import { ImportStatus } from './imports.ts'
import { defineWorkspaceRoute } from './route.ts'
import { ContentPath, Count, orNull, ProjectName, Sentence, Time } from './shapes.ts'

export const RecordingOwner = Type.Enum(['file', 'media'])
export type RecordingOwner = Static<typeof RecordingOwner>

export const RecordingParams = Type.Object({
  owner: Type.String({ description: 'file or media' }),
  key: Type.String({ description: 'wav_key, or the id of the media file' }),
})

export const maxPeaks = 4000

export const Speaker = Type.Object({
  id: Type.String({ description: 'Label of the speech engine; empty if it does not identify speakers.' }),
  name: orNull(Type.String({ description: 'Name given by a person; null if there is none.' })),
  line_count: Count,
})
export type Speaker = Static<typeof Speaker>

/** How a recording was protected before anyone could see it. */
export const Protection = Type.Enum([
  'words_redacted',
  'words_beeped',
  'voices_altered',
  'sound_removed',
  'faces_covered',
  'text_covered',
  'picture_blurred',
  'picture_blanked',
  'picture_removed',
  'speakers_numbered',
])
export type Protection = Static<typeof Protection>

export const Recording = Type.Object({
  owner: RecordingOwner,
  key: Type.String(),
  name: Type.String(),
  media: Type.Enum(['audio', 'video']),
  project: ProjectName,
  survey: orNull(
    Type.Object({
      upload_key: Type.String(),
      name: Type.String(),
      response_id: orNull(Type.Integer()),
      respondent_id: orNull(Type.Integer()),
    }),
  ),
  status: ImportStatus,
  failure: orNull(Sentence),
  notices: Type.Array(Sentence),
  created_at: Time,
  duration_ms: orNull(Count),
  has_video: Type.Boolean(),
  has_audio: Type.Boolean(),
  rendition_path: orNull(ContentPath),
  rendition_type: orNull(Type.String()),
  poster_path: orNull(ContentPath),
  waveform: orNull(
    Type.Object({
      ms_per_peak: Type.Number(),
      peaks: Type.Array(Type.Integer({ minimum: 0, maximum: 127 }), { maxItems: maxPeaks }),
    }),
  ),
  progress: orNull(
    Type.Object({ stage: FileStage, percent: Type.Integer(), seconds_left: orNull(Type.Integer()) }),
  ),
  transcript: orNull(
    Type.Object({
      language: Type.String(),
      engine: Type.String(),
      model: Type.String(),
      is_whole: Type.Boolean({ description: 'false while it is still being transcribed.' }),
      heard_ms: Count,
      segment_count: Count,
      version: Type.Integer({
        minimum: 0,
        description: 'Number of the last change of its text; 0 if there is none.',
      }),
      names_version: Type.Integer({ minimum: 0, description: 'Increases when a speaker is named.' }),
    }),
  ),
  again: orNull(
    Type.Object(
      {
        language: Type.String(),
        percent: Type.Integer(),
        seconds_left: orNull(Type.Integer()),
        failure: orNull(Sentence),
      },
      { description: 'Set while it is transcribed again, and after that has failed.' },
    ),
  ),
  can_transcribe_again: Type.Boolean(),
  speakers: Type.Array(Speaker),
  can_retry: Type.Boolean({ description: 'It has failed and can be retried.' }),
  is_private: Type.Boolean({ description: 'Only its protected version is shown.' }),
  protections: Type.Array(Protection, { description: 'Protections applied to the version that is shown.' }),
  original_url: orNull(Type.String({ format: 'uri' })),
})
export type Recording = Static<typeof Recording>

export const getRecording = defineWorkspaceRoute({
  operationId: 'recordings.get',
  method: 'GET',
  path: '/recordings/{owner}/{key}',
  summary: 'Get one recording',
  params: RecordingParams,
  responses: { 200: Recording },
})

/**
 * Words are compact, because two hours of speech have twenty thousand of them: `words` are joined by single spaces,
 * and `times` has two numbers for each word, its offset from the start of the segment and its duration, in
 * milliseconds.
 */
export const TranscriptSegment = Type.Object({
  number: Count,
  start_ms: Count,
  end_ms: Count,
  speaker: Type.String({ description: 'Id of a speaker of the recording.' }),
  speaker_name: orNull(
    Type.String({ description: 'Name of the speaker of this line, given for the line or the speaker.' }),
  ),
  text: Type.String(),
  words: Type.Array(Type.String()),
  times: Type.Array(Type.Integer()),
  are_times_approximate: Type.Boolean(),
  confidence: orNull(Type.Number()),
  is_suspicious: Type.Boolean({ description: 'The engine may have hallucinated it.' }),
  version: Type.Integer({
    minimum: 0,
    description: 'The change of the transcript that last changed this line.',
  }),
})
export type TranscriptSegment = Static<typeof TranscriptSegment>

export const getTranscript = defineWorkspaceRoute({
  operationId: 'recordings.getTranscript',
  method: 'GET',
  path: '/recordings/{owner}/{key}/transcript',
  summary: 'Get the transcript, as far as it is transcribed',
  description:
    'from: the first segment to return, for polling a growing transcript. changed_since: only the segments that changed after this version.',
  params: RecordingParams,
  query: Type.Object({
    from: Type.Optional(Type.Integer({ minimum: 0, default: 0 })),
    changed_since: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
  }),
  responses: {
    200: Type.Object({
      segments: Type.Array(TranscriptSegment),
      is_whole: Type.Boolean(),
      heard_ms: Count,
      version: Count,
      names_version: Count,
    }),
  },
})

export const getCaptions = defineWorkspaceRoute({
  operationId: 'recordings.getCaptions',
  method: 'GET',
  path: '/recordings/{owner}/{key}/captions.vtt',
  summary: 'Get the transcript as WebVTT captions',
  params: RecordingParams,
  responses: { 200: Type.String({ description: 'text/vtt' }) },
})

export const exportRecordingTranscript = defineWorkspaceRoute({
  operationId: 'recordings.exportTranscript',
  method: 'GET',
  path: '/recordings/{owner}/{key}/transcript/{format}',
  summary: 'Download the transcript as txt, srt, vtt or json',
  params: Type.Object({ ...RecordingParams.properties, format: Type.String() }),
  responses: { 200: Type.String({ description: 'An attachment.' }) },
})

export const retryTranscription = defineWorkspaceRoute({
  operationId: 'recordings.retry',
  method: 'POST',
  path: '/recordings/{owner}/{key}/retry',
  summary: 'Retry a failed transcription',
  params: RecordingParams,
  conflict: 'It has not failed, or its files have been deleted.',
  responses: { 202: Type.Object({ status: ImportStatus }) },
})

export const transcribeAgain = defineWorkspaceRoute({
  operationId: 'recordings.transcribeAgain',
  method: 'POST',
  path: '/recordings/{owner}/{key}/transcription',
  summary: 'Transcribe a recording again, in another language if wanted',
  description:
    'The transcript stays as it is until the new one is complete, which replaces it with its corrections, history and names of speakers.',
  params: RecordingParams,
  body: Type.Object({
    language: Type.String({
      pattern: localePattern,
      description: 'Locale: a language with a region, such as en-US.',
    }),
  }),
  conflict: 'It is not ready, has no sound, is protected, or is being transcribed again.',
  responses: { 202: Type.Object({ status: ImportStatus }) },
})

export const cancelTranscription = defineWorkspaceRoute({
  operationId: 'recordings.cancelTranscription',
  method: 'DELETE',
  path: '/recordings/{owner}/{key}/transcription',
  summary: 'Stop transcribing a recording again, or dismiss its failure',
  params: RecordingParams,
  responses: { 204: Type.Null() },
})
