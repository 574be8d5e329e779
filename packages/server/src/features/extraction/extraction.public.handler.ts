/** The door to the processors, for the handlers of the worker: nothing the api loads may reach this file. */
import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import {
  findMissingTools,
  probeSandbox,
  processDocument,
  processImage,
  type Sandbox,
  sweepWorkDirs,
  withWorkDir,
} from '@inlet/processors'
import type { Db } from '../../platform/db/database.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import type { ExtractionResult } from './extract-object.ts'

export interface ProcessingDeps {
  db: Db
  store: ObjectStore
  processing: Processing
}

export interface ProcessingInput {
  inputPath: string
  extension: string
  workDir: string
  signal: AbortSignal
}

export interface Processing {
  sandbox: Sandbox
  inWorkDir<T>(use: (workDir: string) => Promise<T>): Promise<T>
}

/** Finds out what the machine offers and clears what workers that died have left behind. */
export async function openProcessing(
  workRoot: string,
  onSandboxEnd?: Sandbox['onEnd'],
): Promise<{ processing: Processing; sweptDirs: number }> {
  await mkdir(workRoot, { recursive: true, mode: 0o711 })
  if (process.getuid?.() === 0) await assertPassable(workRoot)
  const sandbox = await probeSandbox({ workRoot })
  const missing = await findMissingTools(sandbox, workRoot)
  if (missing.length > 0) throw new Error(`The worker cannot run what it needs: ${missing.join('; ')}.`)
  const sweptDirs = await sweepWorkDirs(workRoot)
  const observed = onSandboxEnd ? { ...sandbox, onEnd: onSandboxEnd } : sandbox
  return { processing: { sandbox: observed, inWorkDir: (use) => withWorkDir(workRoot, use) }, sweptDirs }
}

/** Converters run as nobody: a closed folder on the way would make every document fail, one by one. */
async function assertPassable(path: string): Promise<void> {
  for (let folder = path; folder !== dirname(folder); folder = dirname(folder)) {
    const { mode } = await stat(folder)
    if ((mode & 0o001) === 0) {
      throw new Error(
        `Converters cannot enter ${folder}. Make it passable (chmod o+x) or set INLET_WORK_DIR to another folder.`,
      )
    }
  }
}

export async function extractDocument(
  { sandbox }: Processing,
  input: ProcessingInput,
): Promise<ExtractionResult> {
  const result = await processDocument({ sandbox, ...input })
  if (!result.ok) return result
  const { pageCount, viewerPdfPath: viewerPath, thumbnailPath, notices, pages } = result
  return {
    ok: true,
    extracted: { pageCount, width: null, height: null, viewerPath, thumbnailPath, notices, pages },
  }
}

export async function extractImage(
  { sandbox }: Processing,
  input: ProcessingInput,
): Promise<ExtractionResult> {
  const result = await processImage({ sandbox, ...input })
  if (!result.ok) return result
  const { width, height, thumbnailPath, text } = result
  return {
    ok: true,
    extracted: {
      pageCount: null,
      width,
      height,
      viewerPath: null,
      thumbnailPath,
      notices: [],
      pages: onePage(text),
    },
  }
}

async function* onePage(text: string) {
  yield { number: 1, text, source: text === '' ? ('none' as const) : ('ocr' as const) }
}
