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
