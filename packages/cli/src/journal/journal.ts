/**
 * The journal of bulk imports into one project, an append-only file of JSON lines. `write` resolves when its line is
 * durable. Lines that are written at the same time share one fsync.
 */
import { createHash } from 'node:crypto'
import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createEntries, type Entries, type JournalLine } from './entries.ts'
import { type Lock, lockFile } from './lock.ts'

export interface Journal {
  readonly path: string
  readonly entries: Entries
  /** Resolves when the line is on disk. */
  write(line: JournalLine): Promise<void>
  close(): Promise<void>
}

/**
 * One journal per service and project, so that runs for different projects do not block each other. A `mark` gives a
 * source of its own a further one.
 */
export function journalPath(folder: string, base: string, project: number, mark?: string): string {
  const host = new URL(base).host.replaceAll(/[^\w.-]/g, '_')
  const baseMark = createHash('sha256').update(base).digest('hex').slice(0, 8)
  const name = [host, baseMark, 'project', project, ...(mark === undefined ? [] : [mark])].join('-')
  return join(folder, 'journals', `${name}.jsonl`)
}

/** `holderName` describes in an error what else is running. */
export async function openJournal(
  path: string,
  owner: { base: string; project: number },
  holderName?: string,
): Promise<Journal> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const lock = await lockFile(`${path}.lock`, holderName)
  try {
    return await openLocked(path, owner, lock)
  } catch (error) {
    await lock.release()
    throw error
  }
}

/** Read-only and without the lock; an import may be running. */
export async function readJournal(path: string): Promise<Entries> {
  const file = await open(path).catch(() => undefined)
  if (!file) return createEntries()
  try {
    return fold(await file.readFile('utf8'))
  } finally {
    await file.close()
  }
}

async function openLocked(
  path: string,
  owner: { base: string; project: number },
  lock: Lock,
): Promise<Journal> {
  const file = await open(path, 'a+', 0o600)
  const text = await file.readFile('utf8')
  const entries = fold(text)
  const writer = createWriter(file)
  // A line truncated by a crash is terminated first; otherwise the next one would be unreadable too.
  const isTorn = text !== '' && !text.endsWith('\n')
  await writer.write(`${isTorn ? '\n' : ''}${JSON.stringify({ do: 'open', ...owner, pid: process.pid })}\n`)
  if (text === '') await syncFolder(dirname(path))
  return {
    path,
    entries,
    async write(line) {
      entries.apply(line)
      // The timestamp is for people who read the file.
      await writer.write(`${JSON.stringify({ at: new Date().toISOString(), ...line })}\n`)
    },
    async close() {
      await writer.end()
      await file.close()
      await lock.release()
    },
  }
}

function fold(text: string): Entries {
  const entries = createEntries()
  for (const line of text.split('\n')) {
    const parsed = parse(line)
    if (parsed) entries.apply(parsed)
  }
  return entries
}

/** Ignores a truncated line: its `write` never resolved, so nothing depends on it. */
function parse(line: string): JournalLine | undefined {
  if (line === '') return undefined
  try {
    return JSON.parse(line) as JournalLine
  } catch {
    return undefined
  }
}

function createWriter(file: FileHandle) {
  let waiting = ''
  let next: Promise<void> | undefined
  let last: Promise<void> = Promise.resolve()

  async function flush(before: Promise<void>): Promise<void> {
    // An earlier failure was reported to its own caller; this write is independent of it.
    await before.catch(() => {})
    const text = waiting
    waiting = ''
    next = undefined
    await file.appendFile(text)
    await file.datasync()
  }

  return {
    write(text: string): Promise<void> {
      waiting += text
      if (!next) {
        next = flush(last)
        last = next
      }
      return next
    },
    end: () => last.catch(() => {}),
  }
}

/** Makes the directory entry of a new file durable. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
