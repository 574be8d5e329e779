/** Creates a record and sends its file: in parts if it is large and the service supports it, otherwise as a form. */
import type { MultipartUpload, UploadDescriptor } from '../contract.ts'
import { BadRequestError } from '../errors.ts'
import type { Core } from '../http/call.ts'
import type { Source } from '../upload/source.ts'
import type { MultipartChoice } from '../upload/upload-choice.ts'
import { type Destination, type UploadWatch, uploadFile } from '../upload/upload-file.ts'
import { type PartsDestination, type UploadCalls, uploadInParts } from '../upload/upload-in-parts.ts'

/** The response of initialize: a form, or an upload in parts. */
export type BegunUpload = UploadDescriptor | { upload: MultipartUpload }

export type SourceDestination = Destination | PartsDestination

export const usesParts = ({ multipart }: Pick<Core, 'multipart'>, source: Source): boolean =>
  source.slice !== undefined && source.size >= multipart.thresholdBytes && !multipart.isUnavailable

/** Older services ignore the choice and return a form. */
export async function beginUpload<T>(
  core: Pick<Core, 'multipart'>,
  source: Source,
  initialize: (choice: MultipartChoice | undefined) => Promise<T>,
): Promise<T> {
  if (!usesParts(core, source)) return initialize(undefined)
  try {
    return await initialize({ upload_type: 'multipart', size_bytes: source.size })
  } catch (error) {
    if (!(error instanceof BadRequestError) || error.code !== 'upload_type_unavailable') throw error
    core.multipart.isUnavailable = true
    return initialize(undefined)
  }
}

export const destinationOf = (begun: BegunUpload, calls: UploadCalls): SourceDestination =>
  'upload' in begun ? { calls, upload: begun.upload } : { descriptor: begun, issuedAt: performance.now() }

/** The caller has taken one of the upload slots; an upload in parts uses more of them while they are free. */
export function sendSource(
  core: Core,
  source: Source,
  destination: SourceDestination,
  watch: UploadWatch,
): Promise<void> {
  if ('descriptor' in destination) return uploadFile(core, source, destination, watch)
  return uploadInParts(core, source, destination, { ...watch, connections: core.uploadSlots })
}
