/** Bytes of texts and of `project.qde` as strings. */
import { QdpxRefused } from '../limits.ts'

/** UTF-8 unless a byte order mark says UTF-16, as some programs write plain texts. The mark is kept. */
export function decodeText(bytes: Uint8Array): string {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : 'utf-8'
  return new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes)
}

/** Decodes chunks with line ends as XML demands: only line feeds. */
export function createXmlDecoder() {
  let decoder: InstanceType<typeof TextDecoder> | undefined
  let endsWithReturn = false
  const normalize = (text: string): string => {
    const whole = endsWithReturn ? `\r${text}` : text
    endsWithReturn = whole.endsWith('\r')
    return (endsWithReturn ? whole.slice(0, -1) : whole).replace(/\r\n?/g, '\n')
  }
  const decode = (bytes: Uint8Array | undefined): string => {
    try {
      return decoder?.decode(bytes, { stream: bytes !== undefined }) ?? ''
    } catch (error) {
      throw new QdpxRefused('invalid_xml', 'The project is not encoded in UTF-8.', { cause: error })
    }
  }
  return {
    write(bytes: Uint8Array): string {
      decoder ??= new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : bytes[0] === 0xfe ? 'utf-16be' : 'utf-8', {
        fatal: true,
      })
      return normalize(decode(bytes))
    },
    end(): string {
      const rest = normalize(decode(undefined))
      return endsWithReturn ? `${rest}\n` : rest
    },
  }
}
