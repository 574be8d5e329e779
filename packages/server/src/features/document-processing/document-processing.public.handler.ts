/** Document processing, for handlers of the worker: the API process must not load this file. */
import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import {
  type DocumentStage as DocumentStep,
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
import type { ExtractionResult, ReportStage } from './extract-object.ts'

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

type ExtractionInput = ProcessingInput & { onProgress: ReportStage }

export interface Processing {
  sandbox: Sandbox
  inWorkDir<T>(use: (workDir: string) => Promise<T>): Promise<T>
}

/** Probes the sandbox and tools, and deletes working directories of crashed workers. */
export async function openProcessing(
  workRoot: string,
  onSandboxEnd?: Sandbox['onEnd'],
): Promise<{ processing: Processing; sweptDirs: number }> {
  await mkdir(workRoot, { recursive: true, mode: 0o711 })
  if (process.getuid?.() === 0) await assertPassable(workRoot)
  const sandbox = await probeSandbox({ workRoot })
  const missing = await findMissingTools(sandbox, workRoot)
  if (missing.length > 0) throw new Error(`The worker lacks required tools: ${missing.join('; ')}.`)
  const sweptDirs = await sweepWorkDirs(workRoot)
  const observed = onSandboxEnd ? { ...sandbox, onEnd: onSandboxEnd } : sandbox
  return { processing: { sandbox: observed, inWorkDir: (use) => withWorkDir(workRoot, use) }, sweptDirs }
}

/** Converters run as the user `nobody`; a parent folder they cannot enter would make every document fail. */
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
  input: ExtractionInput,
): Promise<ExtractionResult> {
  const { onProgress, ...request } = input
  const result = await processDocument({
    sandbox,
    ...request,
    onProgress: ({ stage, percent }) => onProgress(...documentFraction(stage, percent / 100)),
  })
  if (!result.ok) return result
  const { pageCount, viewerPdfPath: viewerPath, thumbnailPath, notices, pages } = result
  return {
    ok: true,
    extracted: { pageCount, width: null, height: null, viewerPath, thumbnailPath, notices, pages },
  }
}

/** Maps the steps of the processor to stages of an import, with their typical share of the stage. */
const documentSteps: Record<
  DocumentStep,
  readonly [stage: 'converting' | 'reading', from: number, share: number]
> = {
  checking: ['converting', 0, 0.05],
  converting: ['converting', 0.05, 0.75],
  drawing: ['converting', 0.8, 0.2],
  reading: ['reading', 0, 0.2],
  recognizing: ['reading', 0.2, 0.8],
}

function documentFraction(step: DocumentStep, done: number): Parameters<ReportStage> {
  const [stage, from, share] = documentSteps[step]
  return [stage, from + share * done]
}

export async function extractImage(
  { sandbox }: Processing,
  input: ExtractionInput,
): Promise<ExtractionResult> {
  const { onProgress, ...request } = input
  onProgress('converting', 0)
  const result = await processImage({
    sandbox,
    ...request,
    onRecognizing: () => onProgress('reading', 0),
  })
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
