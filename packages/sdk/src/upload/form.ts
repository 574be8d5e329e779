/** The multipart form of an upload, encoded here so that its length is known and its order is fixed. */
import type { UploadDescriptor } from '../contract.ts'
import { type Source, streamOf } from './source.ts'
import { countedChunks, type UploadRequest } from './upload-request.ts'

export function makeForm({ upload_url, upload_fields }: UploadDescriptor, source: Source): UploadRequest {
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
    yield* countedChunks(source.stream(), source.size, source, onSent)
    yield tail
  }

  return {
    method: 'POST',
    url: upload_url,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
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
