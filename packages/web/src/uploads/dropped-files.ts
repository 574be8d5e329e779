/** Files in what was dropped or pasted. Folders are read with everything in them. */
import { keepHandle, type ReadableHandle } from './file-handles.ts'

interface Opener {
  getAsFileSystemHandle?: () => Promise<{ kind: 'file' | 'directory' } | null>
}

/** Has to be called before the event ends, because the browser empties it then. */
export function readDropped({ items, files }: DataTransfer): Promise<File[]> {
  const dropped = [...items].filter(({ kind }) => kind === 'file')
  // A browser without items has at least the files.
  if (dropped.length === 0) return Promise.resolve([...files])
  const reading = dropped.map((item) => {
    const entry = item.webkitGetAsEntry()
    if (entry && isDirectory(entry)) return readFolder(entry)
    const file = item.getAsFile()
    const handle = (item as Opener).getAsFileSystemHandle?.()
    return file ? withHandle(file, handle) : Promise.resolve([])
  })
  return Promise.all(reading).then((all) => all.flat())
}

async function withHandle(
  file: File,
  opening: Promise<{ kind: 'file' | 'directory' } | null> | undefined,
): Promise<File[]> {
  const handle = await opening?.catch(() => null)
  if (handle?.kind === 'file') keepHandle(file, handle as ReadableHandle)
  return [file]
}

const isDirectory = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

async function readFolder(folder: FileSystemDirectoryEntry): Promise<File[]> {
  const found: File[] = []
  for (const entry of await listFolder(folder)) {
    if (isDirectory(entry)) found.push(...(await readFolder(entry)))
    else found.push(await openEntry(entry as FileSystemFileEntry))
  }
  return withoutSystemFiles(found)
}

/** A browser returns up to 100 entries per call. */
async function listFolder(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0) return all
    all.push(...some)
  }
}

const openEntry = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject))

/** Folders contain files of the operating system and of programs, such as `.DS_Store` and `~$notes.docx`. */
const systemFile = /^(\.|~\$|thumbs\.db$|desktop\.ini$)/i

export const withoutSystemFiles = (files: readonly File[]): File[] =>
  files.filter(({ name }) => !systemFile.test(name))
