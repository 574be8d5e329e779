import { type Static, Type } from 'typebox'
import { pageOf } from '../paging.ts'
import { defineRoute } from '../route.ts'
import { listDetails, progressOf, StatusQuery, statusDetails } from './details.ts'
import { RecordQuery, wordsFilter } from './record-list.ts'
import { referenceFields } from './references.ts'
import {
  FormUpload,
  ImportLinks,
  importChoiceFields,
  MultipartUpload,
  UploadLinks,
  UrlUpload,
  uploadDescriptorFields,
} from './upload.ts'

const prefix = '/api/v1/developer/import/files'

export const FileStatus = Type.Enum(['pending_upload', 'processing', 'completed', 'error', 'recording'])
export type FileStatus = Static<typeof FileStatus>

export const FileRecordKind = Type.Enum(['audio', 'video', 'document', 'image', 'survey'])
export type FileRecordKind = Static<typeof FileRecordKind>

const WavKey = Type.Object({ wav_key: Type.String() })
const CreatedAt = Type.String({ format: 'date-time', description: 'Time with a UTC offset, e.g. +00:00.' })

export const InitializeFile = Type.Object({
  project_id: Type.Integer(),
  file_name: Type.String({
    maxLength: 500,
    description: 'File name with its extension, which determines the file type.',
  }),
  ...referenceFields,
})

export const transcriptNameField = {
  transcript_file_name: Type.Optional(
    Type.String({
      maxLength: 500,
      examples: ['interview.vtt'],
      description:
        'Only for audio and video: name of a transcript to upload with the recording: vtt, srt, sbv, json, otr, txt or docx, up to 50 MB. The response then has `transcript`. If it is uploaded when complete is called, it replaces speech recognition.',
    }),
  ),
}

export const transcriptField = {
  transcript: Type.Optional(
    Type.Object(FormUpload.properties, {
      description:
        'Only with transcript_file_name: where to upload the transcript, in any order with the recording.',
    }),
  ),
}

export const initializeFile = defineRoute({
  operationId: 'files.initialize',
  method: 'POST',
  path: `${prefix}/initialize`,
  tag: 'Files',
  summary: 'Initialize the import of a recording, document or image',
  description:
    'Video: mp4, mov, avi, webm, mkv, m4v, wmv, mpeg. Audio: mp3, m4a, wav, flac, ogg, aac, aiff, aif, amr. Documents: pdf, ppt, pptx, doc, docx, xls, xlsx, txt. Images: png, jpg, jpeg, gif, bmp, tiff, webp. Up to 10 GB for audio and video, and 500 MB for documents and images. The upload descriptor is valid for one hour. With upload_type multipart or url the response has `upload` in place of upload_url and upload_fields; with url, call complete next, and the service downloads the file.',
  scopes: ['file:write', 'project:read'],
  body: Type.Object({ ...InitializeFile.properties, ...importChoiceFields, ...transcriptNameField }),
  responses: {
    201: Type.Union([
      Type.Object({
        wav_key: Type.String(),
        ...uploadDescriptorFields,
        links: ImportLinks,
        ...transcriptField,
      }),
      Type.Object({
        wav_key: Type.String(),
        upload: MultipartUpload,
        links: UploadLinks,
        ...transcriptField,
      }),
      Type.Object({ wav_key: Type.String(), upload: UrlUpload, links: UploadLinks, ...transcriptField }),
    ]),
  },
})

export const completeFile = defineRoute({
  operationId: 'files.complete',
  method: 'POST',
  path: `${prefix}/{wav_key}/complete`,
  tag: 'Files',
  summary: 'Complete the import of a file',
  description:
    'Call it once the file is uploaded, or at once with upload_type url. Checks the file and starts processing. Safe to repeat: processing starts only once.',
  scopes: ['file:write'],
  params: WavKey,
  responses: { 200: Type.Object({ wav_key: Type.String(), status: Type.Literal('processing') }) },
})

export const FileStage = Type.Enum(['fetching', 'converting', 'reading', 'transcribing', 'protecting'])
export type FileStage = Static<typeof FileStage>

export const getFile = defineRoute({
  operationId: 'files.status',
  method: 'GET',
  path: `${prefix}/{wav_key}/status`,
  tag: 'Files',
  summary: 'Get the status of a file',
  description:
    'file_url is null until complete is called; then it is a URL that serves the file without credentials for at least one hour.',
  scopes: ['file:write'],
  params: WavKey,
  query: StatusQuery,
  responses: {
    200: Type.Object({
      wav_key: Type.String(),
      name: Type.String(),
      status: FileStatus,
      file_url: Type.Union([Type.String({ format: 'uri' }), Type.Null()]),
      created_at: CreatedAt,
      error_reason: Type.Optional(
        Type.String({ description: 'Only with status error: what went wrong and what to do.' }),
      ),
      progress: Type.Optional(
        Type.Union([progressOf(FileStage), Type.Null()], {
          description:
            'Present while a recording is being processed. With include=details always present, also for documents and images; null unless the file is being processed.',
        }),
      ),
      notices: Type.Optional(
        Type.Array(Type.String(), {
          description:
            'Only when completed: limitations of the result, e.g. that a recording has no audio or that documents are not redacted. With include=details always present.',
        }),
      ),
      kind: Type.Optional(Type.Enum(FileRecordKind.enum, { description: 'With include=details.' })),
      ...statusDetails,
    }),
  },
})

export const listFiles = defineRoute({
  operationId: 'files.list',
  method: 'GET',
  path: prefix,
  tag: 'Files',
  summary: 'List files',
  description:
    'Lists the files of all projects that this API key can access, newest first. Surveys are included with their own wav_key.',
  scopes: ['file:write'],
  query: Type.Object({
    ...RecordQuery.properties,
    status: wordsFilter(FileStatus.enum, 'Only files with one of these statuses.'),
    kind: wordsFilter(FileRecordKind.enum, 'Only files of these kinds.'),
  }),
  responses: {
    200: pageOf(
      'files',
      Type.Object({
        wav_key: Type.String(),
        name: Type.String(),
        project_id: Type.Integer(),
        status: FileStatus,
        created_at: CreatedAt,
        ...listDetails,
      }),
    ),
  },
})
