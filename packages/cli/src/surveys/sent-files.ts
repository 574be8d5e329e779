/**
 * Records which files were sent to a survey upload, and as which parts. A failed part can then be sent again with the
 * upload key alone, and no file is appended twice when a command runs twice. Each file has its own record, so that two
 * commands never overwrite each other's.
 */
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Lock, lockFile } from '../journal/lock.ts'
import type { CsvOptions } from './csv-file.ts'

/**
 * `requested`: the parts were requested, but no response was received. `created`: the parts exist, and nothing was
 * uploaded yet. `sending`: an upload has started. `sent`: everything is uploaded, and complete may have been called.
 */
export type SentStage = 'requested' | 'created' | 'sending' | 'sent'

export interface SentFile extends CsvOptions {
  /** Absolute. */
  path: string
  /** SHA-256 of the file. */
  hash: string
  /** The number of its first part: 1 for an import. */
  firstPart: number
  numParts: number
  stage: SentStage
  /** The parts that were uploaded from this file. */
  uploaded?: number[]
}

export const lastPart = ({ firstPart, numParts }: SentFile): number => firstPart + numParts - 1

/** Sorted by part number. */
export async function readSentFiles(folder: string, uploadKey: string): Promise<SentFile[]> {
  const names = await readdir(folderOf(folder, uploadKey)).catch(() => [])
  const texts = await Promise.all(
    names
      .filter((name) => name.endsWith('.json'))
      .map((name) => readFile(join(folderOf(folder, uploadKey), name), 'utf8').catch(() => '')),
  )
  const older = await readFile(`${folderOf(folder, uploadKey)}.json`, 'utf8').catch(() => '')
  const known = texts.flatMap((text) => parse<SentFile>(text))
  const isKnown = (one: SentFile) =>
    known.some((other) => other.hash === one.hash && other.firstPart === one.firstPart)
  const all = [
    ...known,
    ...parse<OlderRecord>(older)
      .map(fromOlder)
      .filter((one) => !isKnown(one)),
  ]
  return all.sort((a, b) => a.firstPart - b.firstPart)
}

export async function saveSentFile(folder: string, uploadKey: string, file: SentFile): Promise<void> {
  const path = pathOf(folder, uploadKey, file)
  await mkdir(folderOf(folder, uploadKey), { recursive: true, mode: 0o700 })
  const temporary = `${path}.${process.pid}`
  const handle = await open(temporary, 'w', 0o600)
  try {
    await handle.writeFile(JSON.stringify(file))
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(temporary, path)
}

export async function deleteSentFile(folder: string, uploadKey: string, file: SentFile): Promise<void> {
  await rm(pathOf(folder, uploadKey, file), { force: true })
}

/** Only one command at a time may send parts to a survey from this machine. */
export async function lockSurvey(folder: string, uploadKey: string): Promise<Lock> {
  await mkdir(folderOf(folder, uploadKey), { recursive: true, mode: 0o700 })
  return lockFile(join(folderOf(folder, uploadKey), 'lock'), 'command that sends parts to this survey')
}

/** The format of earlier releases, which recorded only the last file. */
interface OlderRecord extends Omit<SentFile, 'firstPart' | 'stage'> {
  before: number
  isMade: boolean
}

function fromOlder({ before, isMade, ...file }: OlderRecord): SentFile {
  return { ...file, firstPart: before + 1, stage: isMade ? 'sent' : 'requested' }
}

function parse<Record>(text: string): Record[] {
  try {
    return text === '' ? [] : [JSON.parse(text) as Record]
  } catch {
    return []
  }
}

function folderOf(folder: string, uploadKey: string): string {
  return join(folder, 'surveys', uploadKey.replaceAll(/[^\w-]/g, '_'))
}

function pathOf(folder: string, uploadKey: string, { firstPart, hash }: SentFile): string {
  return join(folderOf(folder, uploadKey), `${firstPart}-${hash}.json`)
}
