/** One request of an upload: a form, or a part of a file. */
import { UploadError } from '../errors.ts'
import { chunksOf, type Source } from './source.ts'

export interface UploadRequest {
  readonly method: 'POST' | 'PUT'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Of the body. */
  readonly length: number
  /** The body as a stream that reports every chunk of the file. `close` releases the source, also before the end. */
  open(onSent: (bytes: number) => void): { body: ReadableStream<Uint8Array>; close: () => void }
  /** The body as a blob, which references the source if that is a blob. */
  blob(): Promise<Blob>
}

export type SendRequest = (
  request: UploadRequest,
  watch: { onSent: (bytes: number) => void; signal: AbortSignal },
) => Promise<{ status: number; text: string }>

/** The content, which must have exactly the expected length. */
export async function* countedChunks(
  stream: ReadableStream<Uint8Array>,
  bytes: number,
  source: Source,
  onSent: (bytes: number) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  let sent = 0
  for await (const chunk of chunksOf(stream)) {
    sent += chunk.length
    if (sent > bytes) throw changed(source)
    yield chunk
    onSent(chunk.length)
  }
  if (sent < bytes) throw changed(source)
}

function changed({ name, size }: Source): UploadError {
  const message = `${name} is no longer ${size.toLocaleString('en')} bytes long: it changed while it was read. Start again when nothing writes to it.`
  return new UploadError(message, { code: 'file_changed' })
}
