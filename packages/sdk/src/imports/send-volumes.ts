/** Uploads the volumes of a bundle, without those that have arrived. */
import type {
  BegunBundle,
  FormUpload,
  MultipartUpload,
  SignedParts,
  SignParts,
  UploadChoice,
  UploadDescriptor,
  UploadState,
} from '../contract.ts'
import { BadRequestError } from '../errors.ts'
import type { Core } from '../http/call.ts'
import type { RequestOptions } from '../options.ts'
import { type FileInput, type Source, toSource } from '../upload/source.ts'
import type { MultipartChoice } from '../upload/upload-choice.ts'
import { sendSource, usesParts } from './begin-upload.ts'

export interface VolumeCalls {
  getVolumeUpload(bundleKey: string, volume: number, options: RequestOptions): Promise<UploadState>
  startVolumeUpload(
    bundleKey: string,
    volume: number,
    body: MultipartChoice,
    options: RequestOptions,
  ): Promise<MultipartUpload>
  startVolumeUpload(
    bundleKey: string,
    volume: number,
    body: UploadChoice,
    options: RequestOptions,
  ): Promise<FormUpload | MultipartUpload>
  signVolumeUploadParts(
    bundleKey: string,
    volume: number,
    body: SignParts,
    options: RequestOptions,
  ): Promise<SignedParts>
}

export interface VolumesToSend {
  key: string
  /** Of an import that has just begun: nothing has arrived. */
  begun: BegunBundle | undefined
  volumes: readonly FileInput[]
}

type SendOptions = RequestOptions & { onSent?: ((bytes: number) => void) | undefined }

/** One after the other: a volume has gigabytes and uses several connections itself. */
export async function sendVolumes(
  core: Core,
  calls: VolumeCalls,
  { key, begun, volumes }: VolumesToSend,
  { onSent = () => {}, ...request }: SendOptions,
): Promise<void> {
  const signal = request.signal ?? new AbortController().signal
  for (const [i, input] of volumes.entries()) {
    const number = i + 1
    const volume = { key, number, source: toSource(input, `volume ${number}`), given: begun?.upload_urls[i] }
    const release = await core.uploadSlots.take(signal)
    try {
      if (begun || !(await hasArrived(calls, volume, request)))
        await sendVolume(core, calls, volume, { ...request, signal, onSent })
      else onSent(volume.source.size)
    } finally {
      release()
    }
  }
}

interface Volume {
  key: string
  number: number
  source: Source
  /** Where it can be sent as a form. */
  given: UploadDescriptor | undefined
}

async function hasArrived(
  calls: VolumeCalls,
  { key, number, source }: Volume,
  request: RequestOptions,
): Promise<boolean> {
  const { upload_type, received } = await calls.getVolumeUpload(key, number, request)
  return upload_type === 'form' && received[0]?.size_bytes === source.size
}

async function sendVolume(
  core: Core,
  calls: VolumeCalls,
  { key, number, source, given }: Volume,
  { onSent, signal, ...request }: SendOptions & { signal: AbortSignal },
): Promise<void> {
  const watch = { signal, maxRetries: request.maxRetries, onSent: onSent ?? (() => {}) }
  if (usesParts(core, source)) {
    const own = {
      get: (options: RequestOptions) => calls.getVolumeUpload(key, number, options),
      start: (body: MultipartChoice, options: RequestOptions) =>
        calls.startVolumeUpload(key, number, body, options),
      sign: (body: SignParts, options: RequestOptions) =>
        calls.signVolumeUploadParts(key, number, body, options),
    }
    try {
      return await sendSource(core, source, { calls: own }, watch)
    } catch (error) {
      if (!(error instanceof BadRequestError) || error.code !== 'upload_type_unavailable') throw error
      core.multipart.isUnavailable = true
    }
  }
  const renew = async () => {
    const started = await calls.startVolumeUpload(
      key,
      number,
      { upload_type: 'form' },
      { ...request, signal },
    )
    if ('upload_url' in started) return started
    throw new Error('The service answered a form with parts.')
  }
  const destination = { descriptor: given ?? (await renew()), issuedAt: performance.now(), renew }
  await sendSource(core, source, destination, watch)
}
