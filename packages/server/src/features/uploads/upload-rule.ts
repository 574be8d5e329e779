/** What may be uploaded for a record, and whether a requested size fits. */
import { AppError, invalidField } from '../../platform/errors.ts'
import { multipartLimits, type PartPlan, planParts } from './multipart.policy.ts'
import { type FileFormat, maxBytesByKind } from './upload.policy.ts'

export interface UploadRule {
  maxBytes: number
  /** Of a multipart upload; the store serves the object with it. */
  contentType: string
  /** False if a form must not carry a type. */
  hasFormType: boolean
}

export const ruleOf = ({ kind, contentType }: FileFormat): UploadRule => ({
  maxBytes: maxBytesByKind[kind],
  contentType,
  hasFormType: true,
})

/** Refuses a file that is too large before a byte is sent. */
export function readPartPlan({ maxBytes }: UploadRule, sizeBytes: number | undefined): PartPlan {
  if (sizeBytes === undefined) throw invalidField('size_bytes', 'is required with upload_type multipart')
  requireAllowedSize(maxBytes, sizeBytes)
  const plan = planParts(sizeBytes)
  if (!plan) throw tooLarge(multipartLimits.maxParts * multipartLimits.maxPartBytes, sizeBytes)
  return plan
}

export function requireAllowedSize(maxBytes: number, sizeBytes: number | undefined): void {
  if (sizeBytes !== undefined && sizeBytes > maxBytes) throw tooLarge(maxBytes, sizeBytes)
}

function tooLarge(maxBytes: number, sizeBytes: number): AppError {
  const [size, limit] = [sizeBytes, maxBytes].map((bytes) => Math.ceil(bytes / 1024 / 1024))
  return new AppError('upload_too_large', {
    message: `${size} MB exceeds the ${limit} MB limit. Send a smaller file.`,
    body: { details: [{ field: 'size_bytes', message: `must be ${maxBytes} or less` }] },
  })
}
