import { type Static, Type } from 'typebox'

/** Where and how to upload one file: all fields first and unchanged, then the file as `file`. */
export const uploadDescriptorFields = {
  upload_url: Type.String({ format: 'uri' }),
  upload_fields: Type.Record(Type.String(), Type.String(), {
    description: 'Form fields to send before the file: all of them, unchanged.',
  }),
}

export const UploadDescriptor = Type.Object(uploadDescriptorFields)
export type UploadDescriptor = Static<typeof UploadDescriptor>

export const ImportLinks = Type.Object({
  complete: Type.String({ description: 'Path of complete; call it once the file is uploaded.' }),
  status: Type.String({ description: 'Path of the status.' }),
})

export const UploadLinks = Type.Object({
  ...ImportLinks.properties,
  upload: Type.String({ description: 'Path of the upload, to resume or replace it.' }),
})

export const UploadType = Type.Enum(['form', 'multipart'])
export type UploadType = Static<typeof UploadType>

/** Insights and files can also be downloaded by the service. */
export const ImportUploadType = Type.Enum(['form', 'multipart', 'url'])
export type ImportUploadType = Static<typeof ImportUploadType>

/** One call signs as many parts as an upload can have. */
export const maxUploadParts = 1000

const SizeBytes = Type.Integer({ minimum: 1, examples: [40_000_000] })
const PartNumber = Type.Integer({ description: 'From 1.', examples: [1] })
const ExpiresAt = Type.String({
  format: 'date-time',
  description: 'When the URLs expire, in UTC, ending in Z. Request new ones at any time.',
})

export const maxSourceUrlLength = 2000

/** How the bytes are sent. Without these fields it is a form. */
export const uploadChoiceFields = {
  upload_type: Type.Optional(
    Type.Enum(UploadType.enum, {
      default: 'form',
      description: 'form: one POST of the whole file. multipart: parts, in any order, resumable for days.',
    }),
  ),
  size_bytes: Type.Optional(
    Type.Integer({ ...SizeBytes, description: 'Size of the file; required with upload_type multipart.' }),
  ),
}

/** The same for insights and files. */
export const importChoiceFields = {
  upload_type: Type.Optional(
    Type.Enum(ImportUploadType.enum, {
      default: 'form',
      description:
        'form: one POST of the whole file. multipart: parts, in any order, resumable for days. url: the service downloads the file from source_url after complete.',
    }),
  ),
  size_bytes: uploadChoiceFields.size_bytes,
  source_url: Type.Optional(
    Type.String({
      maxLength: maxSourceUrlLength,
      description:
        'Required with upload_type url: an https URL, such as a signed link, without user info or fragment. It is stored encrypted until the download ends, and never returned.',
      examples: ['https://storage.example/interview.mp4?signature=…'],
    }),
  ),
}

/** Of a media file. */
export const UploadChoice = Type.Object({
  upload_type: UploadType,
  size_bytes: uploadChoiceFields.size_bytes,
})
export type UploadChoice = Static<typeof UploadChoice>

/** Of an insight or file. */
export const ImportUploadChoice = Type.Object({
  ...importChoiceFields,
  upload_type: ImportUploadType,
})
export type ImportUploadChoice = Static<typeof ImportUploadChoice>

export const UploadPart = Type.Object({
  part_number: PartNumber,
  upload_url: Type.String({
    format: 'uri',
    description: 'Send the bytes of the part with PUT, with Content-Length and without a token.',
  }),
  size_bytes: Type.Integer({ description: 'Exact number of bytes of the part.', examples: [16_777_216] }),
})
export type UploadPart = Static<typeof UploadPart>

export const MultipartUpload = Type.Object({
  upload_type: Type.Literal('multipart'),
  size_bytes: SizeBytes,
  part_size: Type.Integer({
    description: 'Size of every part but the last one, which has the rest.',
    examples: [16_777_216],
  }),
  part_count: Type.Integer({ examples: [3] }),
  expires_at: ExpiresAt,
  parts: Type.Array(UploadPart, {
    description: 'Signed URLs of the first 100 parts. Get the others from the sign operation.',
  }),
})
export type MultipartUpload = Static<typeof MultipartUpload>

export const FormUpload = Type.Object({
  upload_type: Type.Literal('form'),
  expires_at: ExpiresAt,
  ...uploadDescriptorFields,
})
export type FormUpload = Static<typeof FormUpload>

export const UrlUpload = Type.Object(
  { upload_type: Type.Literal('url') },
  { description: 'The service downloads the file once complete is called.' },
)
export type UrlUpload = Static<typeof UrlUpload>

export const UploadState = Type.Object({
  upload_type: ImportUploadType,
  size_bytes: Type.Optional(Type.Integer({ description: 'Only of a multipart upload.' })),
  part_size: Type.Optional(Type.Integer({ description: 'Only of a multipart upload.' })),
  part_count: Type.Optional(Type.Integer({ description: 'Only of a multipart upload.' })),
  received: Type.Array(Type.Object({ part_number: PartNumber, size_bytes: Type.Integer() }), {
    description:
      'The parts that the object store has, in ascending order. Of a form: part 1 once the file is uploaded. Empty with upload_type url.',
  }),
})
export type UploadState = Static<typeof UploadState>

export const SignParts = Type.Object({
  part_numbers: Type.Array(Type.Integer(), {
    minItems: 1,
    maxItems: maxUploadParts,
    examples: [[2, 3]],
    description: 'Numbers of the parts to sign, up to 1,000.',
  }),
})

export const SignedParts = Type.Object({ parts: Type.Array(UploadPart), expires_at: ExpiresAt })
export type SignedParts = Static<typeof SignedParts>
