/** Uploads a file in parts: continues what an earlier attempt has sent of the same size, or starts. */
import type { MultipartUpload, SignedParts, SignParts, UploadState } from '../contract.ts'
import { InvalidInputError, UploadError } from '../errors.ts'
import type { RequestOptions } from '../options.ts'
import { createPartUrls } from './part-urls.ts'
import { type PartsCore, type PartsToSend, type PartsWatch, sendParts } from './send-parts.ts'
import type { Source } from './source.ts'
import type { MultipartChoice } from './upload-choice.ts'

/** The calls of the upload of one record. */
export interface UploadCalls {
  get(options: RequestOptions): Promise<UploadState>
  start(body: MultipartChoice, options: RequestOptions): Promise<MultipartUpload>
  sign(body: SignParts, options: RequestOptions): Promise<SignedParts>
}

/** Where a file is sent in parts. */
export interface PartsDestination {
  calls: UploadCalls
  /** The upload of a record that was just created, of which nothing was sent. Without it, the service is asked. */
  upload?: MultipartUpload | undefined
}

/** An upload that is gone in the store is opened again so many times. */
const openings = 3

export async function uploadInParts(
  core: PartsCore,
  source: Source,
  { calls, upload }: PartsDestination,
  watch: PartsWatch = {},
): Promise<void> {
  if (!source.slice) throw notSliceable(source)
  const { signal, onSent = () => {} } = watch
  let parts = upload ? begun(upload) : await open()
  for (let i = 1; ; i += 1) {
    let counted = 0
    const count = (bytes: number) => {
      counted += bytes
      onSent(bytes)
    }
    try {
      return await sendParts(core, source, parts, { ...watch, onSent: count })
    } catch (error) {
      const isGone = error instanceof UploadError && error.code === 'upload_gone'
      if (!isGone || i >= openings) throw error
      onSent(-counted)
      // The service replaces an upload that the store has lost. What it still has is not sent again.
      await start()
      parts = await open()
    }
  }

  async function open(): Promise<PartsToSend> {
    const { part_size, part_count, ...state } = await calls.get({ signal })
    const isSame = state.upload_type === 'multipart' && state.size_bytes === source.size
    if (!isSame || part_size === undefined || part_count === undefined) return begun(await start())
    const received = new Set(state.received.map(({ part_number }) => part_number))
    return { partSize: part_size, partCount: part_count, received, urls: createPartUrls(sign) }
  }

  function start(): Promise<MultipartUpload> {
    return calls.start({ upload_type: 'multipart', size_bytes: source.size }, { signal })
  }

  function begun({ part_size, part_count, parts: given }: MultipartUpload): PartsToSend {
    return {
      partSize: part_size,
      partCount: part_count,
      received: new Set(),
      urls: createPartUrls(sign, given),
    }
  }

  function sign(body: SignParts): Promise<SignedParts> {
    return calls.sign(body, { signal })
  }
}

function notSliceable({ name }: Source): InvalidInputError {
  const message = `${name} can only be read from the start, so it cannot be uploaded in parts. Pass a File, a Blob, bytes, or a source with slice().`
  return new InvalidInputError(message, { code: 'invalid_file' })
}
