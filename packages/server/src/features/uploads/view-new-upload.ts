import type { MultipartUpload, UploadDescriptor, UrlUpload } from '@inlet/contract'
import type { ImportDescriptor } from './url-upload.ts'

interface Links {
  complete: string
  status: string
}

interface NotForm<Descriptor> {
  upload: Descriptor
  links: Links & { upload: string }
}

/** The part of the response of initialize that describes the upload. */
export function viewNewUpload(
  descriptor: ImportDescriptor,
  path: string,
): (UploadDescriptor & { links: Links }) | (NotForm<MultipartUpload> | NotForm<UrlUpload>) {
  const links = { complete: `${path}/complete`, status: `${path}/status` }
  const uploadLinks = { ...links, upload: `${path}/upload` }
  if (descriptor.upload_type === 'multipart') return { upload: descriptor, links: uploadLinks }
  if (descriptor.upload_type === 'url') return { upload: descriptor, links: uploadLinks }
  const { upload_url, upload_fields } = descriptor
  return { upload_url, upload_fields, links }
}

/** Pages of the workspace send the file themselves and cannot name a URL. */
export function requireSent<T extends object>(begun: T): Exclude<T, { upload: UrlUpload }> {
  if (!isSent(begun)) throw new Error('An upload of the client was expected.')
  return begun
}

const isSent = <T extends { upload?: object }>(begun: T): begun is Exclude<T, { upload: UrlUpload }> =>
  begun.upload === undefined || !('upload_type' in begun.upload) || begun.upload.upload_type !== 'url'
