/** The multipart form of an upload, written by hand: only so are its length known and its order certain. */
import type { UploadDescriptor } from '../contract.ts'
import { UploadError } from '../errors.ts'
import { chunksOf, type Source, streamOf } from './source.ts'

export interface UploadForm {
  readonly url: string
  readonly contentType: string
  readonly length: number
  /** The whole form as a stream; tells of every piece that is taken. `close` gives the source back, also half-way. */
  open(onSent: (bytes: number) => void): { body: ReadableStream<Uint8Array>; close: () => void }
  /** The whole form as a blob, made of references where the source is a blob. */
  blob(): Promise<Blob>
}

export function makeForm({ upload_url, upload_fields }: UploadDescriptor, source: Source): UploadForm {
  const boundary = `inlet-${randomText()}`
  const encoder = new TextEncoder()
  const fields = Object.entries(upload_fields).map(
    ([name, value]) => `${part(boundary, name)}\r\n\r\n${value}\r\n`,
  )
  // The store names the object by its key, so the name of the file, which may be personal, stays here.
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
  const message = `${name} is no longer ${size.toLocaleString('en')} bytes long: it was changed while it was read. Start again when nobody writes to it.`
  return new UploadError(message, { code: 'file_changed' })
}
