import type { MultipartUpload, UploadDescriptor } from '@inlet/contract'
import type { NewDescriptor } from './create-upload.ts'

interface Links {
  complete: string
  status: string
}

/** The part of the response of initialize that describes the upload. */
export function viewNewUpload(
  descriptor: NewDescriptor,
  path: string,
): (UploadDescriptor & { links: Links }) | { upload: MultipartUpload; links: Links & { upload: string } } {
  const links = { complete: `${path}/complete`, status: `${path}/status` }
  if (descriptor.upload_type === 'multipart')
    return { upload: descriptor, links: { ...links, upload: `${path}/upload` } }
  const { upload_url, upload_fields } = descriptor
  return { upload_url, upload_fields, links }
}

/** The workspace uploads by form only. */
export function requireForm<T extends object>(begun: T): Extract<T, UploadDescriptor> {
  if (!isForm(begun)) throw new Error('A form was expected.')
  return begun
}

const isForm = <T extends object>(begun: T): begun is Extract<T, UploadDescriptor> => 'upload_url' in begun
