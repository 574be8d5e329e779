/** The request that sends one part of a file, with a checksum that the store compares with what arrives. */
import { InletError, UploadError } from '../errors.ts'
import { createMd5 } from './md5.ts'
import { type Content, chunksOf, type Source, streamOf } from './source.ts'
import { type Throttle, throttled } from './throttle.ts'
import { countedChunks, type UploadRequest } from './upload-request.ts'

export interface FilePart {
  number: number
  start: number
  /** Exclusive. */
  end: number
}

export async function makePart(
  url: string,
  { start, end }: FilePart,
  source: Source,
  { throttle, signal }: { throttle: Throttle | undefined; signal: AbortSignal },
): Promise<UploadRequest> {
  const content = source.slice?.(start, end) ?? source
  const length = end - start
  const checksum = await checksumOf(content, signal).catch((error: unknown) => {
    throw error instanceof InletError ? error : unreadable(source, error)
  })
  const sent = throttled(content, throttle)
  return {
    method: 'PUT',
    url,
    headers: { 'content-md5': checksum },
    length,
    open(onSent) {
      const all = countedChunks(sent.stream(), length, source, onSent)
      return { body: streamOf(all), close: () => void all.return().catch(() => {}) }
    },
    blob: () => content.blob(),
  }
}

async function checksumOf(content: Content, signal: AbortSignal): Promise<string> {
  const hash = createMd5()
  for await (const chunk of chunksOf(content.stream())) {
    signal.throwIfAborted()
    hash.update(chunk)
  }
  return hash.digest()
}

function unreadable({ name }: Source, cause: unknown): UploadError {
  const reason = cause instanceof Error ? ` (${cause.message})` : ''
  const message = `${name} cannot be read${reason}. Check that it still exists, then start again.`
  return new UploadError(message, { code: 'file_unreadable', cause })
}
