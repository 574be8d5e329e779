/**
 * Which file a survey upload was made from, so that a failed part can be sent again by the key alone, and that an append
 * which was interrupted goes on instead of being made twice.
 */
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export interface SurveyMemory {
  /** Absolute. */
  path: string
  /** SHA-256 of the file. */
  hash: string
  /** Parts that the upload had before these; 0 unless appended. */
  before: number
  numParts: number
  encoding?: string
  delimiter?: string
  /** False while the call that makes the parts may not have been heard. */
  isMade: boolean
}

export async function recall(folder: string, uploadKey: string): Promise<SurveyMemory | undefined> {
  const text = await readFile(pathOf(folder, uploadKey), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  try {
    return JSON.parse(text) as SurveyMemory
  } catch {
    return undefined
  }
}

export async function remember(folder: string, uploadKey: string, memory: SurveyMemory): Promise<void> {
  const path = pathOf(folder, uploadKey)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const beside = `${path}.${process.pid}`
  const file = await open(beside, 'w', 0o600)
  try {
    await file.writeFile(JSON.stringify(memory))
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(beside, path)
}

function pathOf(folder: string, uploadKey: string): string {
  return join(folder, 'surveys', `${uploadKey.replaceAll(/[^\w-]/g, '_')}.json`)
}
