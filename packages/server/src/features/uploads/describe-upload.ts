import { randomUUID } from 'node:crypto'
import type { UploadDescriptor } from '@inlet/contract'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import { incomingPrefix } from '../../platform/object-store/prefixes.ts'
import { type FileFormat, maxBytesByKind } from './upload.policy.ts'

/** Random and independent of the file name, so that keys contain no user text. */
export const newUploadKey = () => `${incomingPrefix}${randomUUID()}`

export function describeUpload(
  store: ObjectStore,
  uploadKey: string,
  format: FileFormat,
): Promise<UploadDescriptor> {
  return store.presignUpload({
    key: uploadKey,
    maxBytes: maxBytesByKind[format.kind],
    contentType: format.contentType,
  })
}
