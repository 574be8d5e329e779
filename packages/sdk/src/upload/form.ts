/** The multipart form of an upload, encoded here so that its length is known and its order is fixed. */
import type { UploadDescriptor } from '../contract.ts'
import { UploadError } from '../errors.ts'
import { chunksOf, type Source, streamOf } from './source.ts'

export interface UploadForm {
  readonly url: string
  readonly contentType: string
  readonly length: number
  /** The form as a stream that reports every chunk. `close` releases the source, also before the end. */
  open(onSent: (bytes: number) => void): { body: ReadableStream<Uint8Array>; close: () => void }
  /** The form as a blob, which references the source if that is a blob. */
  blob(): Promise<Blob>
}

export type SendForm = (
  form: UploadForm,
  watch: { onSent: (bytes: number) => void; signal: AbortSignal },
) => Promise<{ status: number; text: string }>

export function makeForm({ upload_url, upload_fields }: UploadDescriptor, source: Source): UploadForm {
  const boundary = `inlet-${randomText()}`
  const encoder = new TextEncoder()
  const fields = Object.entries(upload_fields).map(
    ([name, value]) => `${part(boundary, name)}\r\n\r\n${value}\r\n`,
  )
  // The file name may contain personal data and is not sent, because the store only needs the key.
  const head = encoder.encode(`${fields.join('')}${part(boundary, 'file')}; filename="file"\r\n\r\n`)
  const tail = encoder.encode(`\r\n--${boundary}--\r\n`)

  async function* pieces(onSent: (bytes: number) => void): AsyncGenerator<Uint8Array, void, undefined> {
    yield head
    let sent = 0
    for await (const chunk of chunksOf(source.stream())) {
      sent += chunk.length
      if (sent > source.size) throw changed(source)
      yield chunk
      onSent(chunk.length)
    }
    if (sent < source.size) throw changed(source)
    yield tail
  }

  return {
    url: upload_url,
    contentType: `multipart/form-data; boundary=${boundary}`,
    length: head.length + source.size + tail.length,
    open(onSent) {
      const all = pieces(onSent)
      return { body: streamOf(all), close: () => void all.return().catch(() => {}) }
    },
    blob: async () => new Blob([head, await source.blob(), tail]),
  }
}

function part(boundary: string, name: string): string {
  const escaped = name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
  return `--${boundary}\r\nContent-Disposition: form-data; name="${escaped}"`
}

export function randomText(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(18))
  return Array.from(bytes, (byte) => byte.toString(36).padStart(2, '0')).join('')
}

function changed({ name, size }: Source): UploadError {
  const message = `${name} is no longer ${size.toLocaleString('en')} bytes long: it changed while it was read. Start again when nothing writes to it.`
  return new UploadError(message, { code: 'file_changed' })
}
