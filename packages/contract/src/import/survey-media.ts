/** Media files of a survey upload: registering, uploading again and withdrawing them. */
import { type Static, Type } from 'typebox'
import { defineRoute } from '../route.ts'
import { exampleFormFields, surveysPath, UploadKey } from './survey-common.ts'
import { MultipartUpload, uploadChoiceFields, uploadDescriptorFields } from './upload.ts'

/** Limits the names per call, because each becomes a descriptor in the response. */
export const maxMediaNames = 10_000

const mediaName = 'maya@example.com.mp4'
const MediaName = Type.String({ minLength: 1, maxLength: 512, examples: [mediaName] })
const MediaParams = Type.Object({
  upload_key: Type.String(),
  filename: Type.String({
    description: 'File name, percent-encoded; a slash is %2F.',
    examples: [mediaName],
  }),
})
export const MediaDescriptor = Type.Object({
  filename: Type.String({ examples: [mediaName] }),
  ...uploadDescriptorFields,
  upload_fields: Type.Record(Type.String(), Type.String(), {
    description:
      'Form fields to send before the file: all of them, unchanged. They do not include Content-Type.',
    examples: [exampleFormFields],
  }),
})
export type MediaDescriptor = Static<typeof MediaDescriptor>

const MediaKey = Type.String({ description: 'For entries of `files` that are objects.' })
const RegisteredForm = Type.Object({ ...MediaDescriptor.properties, media_key: Type.Optional(MediaKey) })
const RegisteredUpload = Type.Object({
  filename: MediaDescriptor.properties.filename,
  media_key: MediaKey,
  upload: MultipartUpload,
})
export type RegisteredMediaFile = Static<typeof RegisteredForm> | Static<typeof RegisteredUpload>

const mediaChoiceFields = { filename: MediaName, ...uploadChoiceFields }
const MediaChoice = Type.Object(mediaChoiceFields)
export type MediaChoice = Static<typeof MediaChoice>
/** One schema for both forms, so that the messages about names are the same as if only names were accepted. */
const MediaEntry = Type.Unsafe<string | MediaChoice>({
  type: ['string', 'object'],
  minLength: 1,
  maxLength: 512,
  required: ['filename'],
  properties: mediaChoiceFields,
  examples: [mediaName],
})

export const registerMedia = defineRoute({
  operationId: 'surveys.registerMedia',
  method: 'POST',
  path: `${surveysPath}/{upload_key}/media/register`,
  tag: 'Surveys',
  summary: 'Register media files',
  description:
    'Only for an upload with media that is AWAITING_UPLOAD or FAILED. A name that is already registered is skipped, unless its file has not been uploaded: then it gets a new upload descriptor. Supported extensions: mp4, mov, avi, m4v, webm, mp3, m4a, wav, aac.',
  scopes: ['survey:write'],
  params: UploadKey,
  body: Type.Object({
    files: Type.Array(MediaEntry, {
      maxItems: maxMediaNames,
      description:
        'Unique names, compared in NFC, up to 10,000 per call. Register more with further calls. An object instead of a name chooses the upload_type of that file.',
    }),
  }),
  responses: {
    201: Type.Union([
      Type.Object({ media_files: Type.Array(RegisteredForm) }),
      Type.Object({ media_files: Type.Array(Type.Union([RegisteredForm, RegisteredUpload])) }),
    ]),
  },
})

export const RetryMedia = Type.Object({
  filename: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 512,
      description: 'New name of the file. If omitted, the file keeps its name.',
      examples: ['maya@example.org.mp4'],
    }),
  ),
})

export const retryMedia = defineRoute({
  operationId: 'surveys.retryMedia',
  method: 'POST',
  path: `${surveysPath}/{upload_key}/media/{filename}/retry`,
  tag: 'Surveys',
  summary: 'Upload a media file again',
  description:
    'Returns a new upload descriptor for a file that is PENDING or FAILED, or LINKED with a recording that failed; the existing link stays until the new file is linked. With `filename` in the body, the file is replaced by one with that name and linked by it. After the import has completed, the file is linked without another call of complete.',
  scopes: ['survey:write'],
  params: MediaParams,
  body: RetryMedia,
  isBodyOptional: true,
  responses: { 200: MediaDescriptor },
})

export const withdrawMedia = defineRoute({
  operationId: 'surveys.withdrawMedia',
  method: 'DELETE',
  path: `${surveysPath}/{upload_key}/media/{filename}`,
  tag: 'Surveys',
  summary: 'Withdraw a media file',
  description:
    'Only for a file that is PENDING or FAILED. complete no longer requires it. If it was to replace a linked file, that file keeps its link.',
  scopes: ['survey:write'],
  params: MediaParams,
  responses: { 204: Type.Null() },
})
