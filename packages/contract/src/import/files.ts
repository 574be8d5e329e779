import { type Static, Type } from 'typebox'
import { PageQuery, pageOf } from '../paging.ts'
import { defineRoute } from '../route.ts'
import { ImportLinks, uploadDescriptorFields } from './upload.ts'

const prefix = '/api/v1/developer/import/files'

export const FileStatus = Type.Enum(['pending_upload', 'processing', 'completed', 'error', 'recording'])
export type FileStatus = Static<typeof FileStatus>

const WavKey = Type.Object({ wav_key: Type.String() })
const CreatedAt = Type.String({ format: 'date-time', description: 'With an offset, e.g. +00:00.' })

export const InitializeFile = Type.Object({
  project_id: Type.Integer(),
  file_name: Type.String({
    maxLength: 500,
    description: 'With its extension, which decides what kind of file it is.',
  }),
})

export const initializeFile = defineRoute({
  operationId: 'files.initialize',
  method: 'POST',
  path: `${prefix}/initialize`,
  tag: 'Files',
  summary: 'Begin to import a recording, document or image',
  description:
    'Video: mp4, mov, avi, webm, mkv, m4v, wmv, mpeg. Audio: mp3, m4a, wav, flac, ogg, aac, aiff, aif, amr. Documents: pdf, ppt, pptx, doc, docx, xls, xlsx, txt. Images: png, jpg, jpeg, gif, bmp, tiff, webp. At most 10 GB for audio and video, 500 MB for the rest. The descriptor is valid for one hour.',
  scopes: ['file:write', 'project:read'],
  body: InitializeFile,
  responses: {
    201: Type.Object({ wav_key: Type.String(), ...uploadDescriptorFields, links: ImportLinks }),
  },
})

export const completeFile = defineRoute({
  operationId: 'files.complete',
  method: 'POST',
  path: `${prefix}/{wav_key}/complete`,
  tag: 'Files',
  summary: 'Say that the file is uploaded',
  description: 'Checks the uploaded file and starts its processing, once, however often it is called.',
  scopes: ['file:write'],
  params: WavKey,
  responses: { 200: Type.Object({ wav_key: Type.String(), status: Type.Literal('processing') }) },
})

export const FileStage = Type.Enum(['fetching', 'converting', 'transcribing', 'protecting'])
export type FileStage = Static<typeof FileStage>

const FileProgress = Type.Object(
  {
    stage: FileStage,
    percent: Type.Integer({ minimum: 0, maximum: 100, description: 'Of the whole work.' }),
    seconds_left: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Until this stage ends, by its speed so far; null while that is not known.',
    }),
  },
  { description: 'Only while a recording is processed: how far the work is.' },
)

export const getFile = defineRoute({
  operationId: 'files.status',
  method: 'GET',
  path: `${prefix}/{wav_key}/status`,
  tag: 'Files',
  summary: 'How far a file is',
  description:
    'file_url is null before complete, then an address that serves the file without credentials for at least an hour.',
  scopes: ['file:write'],
  params: WavKey,
  responses: {
    200: Type.Object({
      wav_key: Type.String(),
      name: Type.String(),
      status: FileStatus,
      file_url: Type.Union([Type.String({ format: 'uri' }), Type.Null()]),
      created_at: CreatedAt,
      error_reason: Type.Optional(Type.String({ description: 'Only in error: why, and what to do.' })),
      progress: Type.Optional(FileProgress),
      notices: Type.Optional(
        Type.Array(Type.String(), {
          description: 'Only when completed: what the result lacks, e.g. that a recording has no sound.',
        }),
      ),
    }),
  },
})

export const listFiles = defineRoute({
  operationId: 'files.list',
  method: 'GET',
  path: prefix,
  tag: 'Files',
  summary: 'List files',
  description: 'Newest first, of the projects this key can open. Surveys appear with their own wav_key.',
  scopes: ['file:write'],
  query: PageQuery,
  responses: {
    200: pageOf(
      'files',
      Type.Object({
        wav_key: Type.String(),
        name: Type.String(),
        project_id: Type.Integer(),
        status: FileStatus,
        created_at: CreatedAt,
      }),
    ),
  },
})
