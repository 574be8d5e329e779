/** The files of an archive. Nothing is unpacked to the disk, and names only select an entry, so no path can lead outside. */
import type { Readable } from 'node:stream'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { type QdpxLimits, QdpxRefused } from '../limits.ts'

export interface Archive {
  /** The one `*.qde` at the root; its name differs between programs. */
  project: Entry
  /** By lower-case name, without the folder. */
  sources: ReadonlyMap<string, Entry>
  open: (entry: Entry) => Promise<Readable>
  /** Refuses an entry that has more bytes than it declares or than allowed. */
  read: (entry: Entry, maxBytes: number) => Promise<Buffer>
  close: () => void
}

export async function openArchive(path: string, limits: QdpxLimits): Promise<Archive> {
  const zip = await openZip(path)
  try {
    const { projects, sources } = await listEntries(zip, limits)
    const [project, another] = projects
    if (!project) throw new QdpxRefused('no_project', 'The archive has no .qde file at its root.')
    if (another)
      throw new QdpxRefused(
        'several_projects',
        `The archive has several projects: ${projects.map(({ fileName }) => fileName).join(', ')}.`,
      )
    const open = (entry: Entry) => openEntry(zip, entry)
    return {
      project,
      sources,
      open,
      read: async (entry, maxBytes) => readAll(await open(entry), entry.fileName, maxBytes),
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

function openZip(path: string): Promise<ZipFile> {
  const options = { lazyEntries: true, autoClose: false, strictFileNames: true, validateEntrySizes: true }
  return new Promise((resolve, reject) => {
    yauzl.open(path, options, (error, zip) => {
      if (zip) resolve(zip)
      else reject(new QdpxRefused('not_a_zip', `The file is not a ZIP archive: ${error?.message}.`))
    })
  })
}

interface Listed {
  projects: Entry[]
  sources: Map<string, Entry>
}

function listEntries(zip: ZipFile, limits: QdpxLimits): Promise<Listed> {
  const listed: Listed = { projects: [], sources: new Map() }
  let count = 0
  let bytes = 0
  let directoryBytes = 0
  return new Promise((resolve, reject) => {
    zip.on('error', (error: Error) => {
      const isPath = /path|file name|fileName/i.test(error.message)
      const code = isPath ? 'unsafe_path' : 'not_a_zip'
      reject(new QdpxRefused(code, `The archive is damaged: ${error.message}.`, { cause: error }))
    })
    zip.on('end', () => resolve(listed))
    zip.on('entry', (entry: Entry) => {
      try {
        count += 1
        bytes += entry.uncompressedSize
        directoryBytes += entry.fileNameLength + entry.fileCommentLength + entry.extraFieldLength
        if (count > limits.entries) throw tooLarge(`more than ${limits.entries} files`)
        if (bytes > limits.allBytes) throw tooLarge(`more than ${limits.allBytes} bytes`)
        if (directoryBytes > limits.directoryBytes)
          throw tooLarge(`a directory of more than ${limits.directoryBytes} bytes`)
        checkEntry(entry, limits)
        sortEntry(listed, entry)
        zip.readEntry()
      } catch (error) {
        reject(error as Error)
      }
    })
    zip.readEntry()
  })
}

const tooLarge = (what: string) => new QdpxRefused('too_large', `The archive has ${what}.`)

const smallBytes = 1024 ** 2

function checkEntry(entry: Entry, { fileBytes, ratio }: QdpxLimits): void {
  const { fileName, uncompressedSize, compressedSize } = entry
  if (entry.isEncrypted()) throw new QdpxRefused('encrypted', `${fileName} is encrypted.`)
  if (uncompressedSize > fileBytes)
    throw new QdpxRefused('too_large', `${fileName} has ${uncompressedSize} bytes; ${fileBytes} are allowed.`)
  if (uncompressedSize > smallBytes && uncompressedSize > ratio * compressedSize)
    throw new QdpxRefused('too_large', `${fileName} grows more than ${ratio} times when it is unpacked.`)
}

/** Other files, such as the `.root` of NVivo, are ignored. */
function sortEntry({ projects, sources }: Listed, entry: Entry): void {
  const { fileName } = entry
  if (/^[^/]+\.qde$/i.test(fileName)) projects.push(entry)
  const name = /^sources\/([^/]+)$/i.exec(fileName)?.[1]?.toLowerCase()
  if (name === undefined) return
  if (sources.has(name)) throw new QdpxRefused('unsafe_path', `The archive has ${fileName} twice.`)
  sources.set(name, entry)
}

function openEntry(zip: ZipFile, entry: Entry): Promise<Readable> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (stream) resolve(stream)
      else reject(new QdpxRefused('not_a_zip', `${entry.fileName} is damaged: ${error?.message}.`))
    })
  })
}

async function readAll(stream: Readable, name: string, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > maxBytes)
        throw new QdpxRefused('too_large', `${name} has more than the ${maxBytes} bytes that are allowed.`)
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof QdpxRefused) throw error
    throw new QdpxRefused('not_a_zip', `${name} is damaged.`, { cause: error })
  }
  return Buffer.concat(chunks)
}
