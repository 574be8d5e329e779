import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { contentDisposition } from './content-disposition.ts'
import type { UploadRoutes } from './upload-routes.ts'

export const uploadExpirySeconds = 3600
/** The contract promises an hour; twice that allows for clients that wait before they follow the link. */
export const downloadExpirySeconds = 2 * 3600

export interface UploadRule {
  key: string
  maxBytes: number
  /** The exact type the form must carry; if left out, the form carries none and none is required. */
  contentType?: string
}

export interface UploadDescriptor {
  upload_url: string
  upload_fields: Record<string, string>
}

export interface SignUrls {
  presignUpload(rule: UploadRule, expirySeconds?: number): Promise<UploadDescriptor>
  /** A URL that serves the object to anyone who has it, for `expirySeconds`. */
  presignDownload(
    key: string,
    fileName?: string,
    options?: { isAttachment?: boolean; expirySeconds?: number },
  ): Promise<string>
}

export function signUrls(
  signer: S3Client,
  Bucket: string,
  { formSigner }: Pick<UploadRoutes, 'formSigner'>,
): SignUrls {
  return {
    async presignUpload({ key, maxBytes, contentType }, expirySeconds = uploadExpirySeconds) {
      const signUpload = await formSigner(maxBytes)
      const { url, fields } = await signUpload({ key, maxBytes, contentType, expirySeconds })
      return { upload_url: url, upload_fields: fields }
    },
    presignDownload(key, fileName, { isAttachment = false, expirySeconds = downloadExpirySeconds } = {}) {
      const command = new GetObjectCommand({
        Bucket,
        Key: key,
        ...(fileName !== undefined && {
          ResponseContentDisposition: contentDisposition(fileName, isAttachment),
        }),
      })
      return getSignedUrl(signer, command, { expiresIn: expirySeconds })
    },
  }
}
