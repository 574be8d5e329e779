/** Makes zip files and Word documents, as small as they can be. */
import { deflateRawSync } from 'node:zlib'

export type ZipFile = {
  readonly name: string
  readonly content: string | Buffer
  readonly isStored?: boolean
}

export function makeZip(files: readonly ZipFile[], { claimedBytes }: { claimedBytes?: number } = {}): Buffer {
  const locals: Buffer[] = []
  const entries: Buffer[] = []
  let offset = 0
  for (const { name, content, isStored = false } of files) {
    const plain = Buffer.from(content)
    const packed = isStored ? plain : deflateRawSync(plain)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(isStored ? 0 : 8, 4)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(claimedBytes ?? plain.length, 18)
    fields.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([signature('0403'), fields, Buffer.from(name), packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    entries.push(Buffer.concat([signature('0201'), Buffer.from([20, 0]), fields, tail, Buffer.from(name)]))
    locals.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...locals, directory, signature('0605'), end])
}

const signature = (last: string) => Buffer.from(`504b${last.slice(2)}${last.slice(0, 2)}`, 'hex')

/** `body` is the content of `w:body`. */
export function makeDocx(body: string, { prolog = '' }: { prolog?: string } = {}): Buffer {
  const xml = `<?xml version="1.0"?>${prolog}<w:document xmlns:w="x"><w:body>${body}</w:body></w:document>`
  return makeZip([
    { name: '[Content_Types].xml', content: '<Types/>' },
    { name: 'word/document.xml', content: xml },
  ])
}

export const paragraph = (text: string) => `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`
