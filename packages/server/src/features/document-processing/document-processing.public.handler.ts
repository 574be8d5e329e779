/** Document processing, for handlers of the worker: the API process must not load this file. */
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import {
  chooseOcrLanguages,
  type DocumentStage as DocumentStep,
  openWorkRoot,
  processDocument,
  processImage,
  type Sandbox,
  SandboxError,
  sweepWorkDirs,
  withWorkDir,
} from '@inlet/processors'
import type { Db } from '../../platform/db/database.ts'
import { MachineFault, type MachineFaultReason } from '../../platform/jobs/machine-fault.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import type { ExtractionResult, ReportStage } from './extract-object.ts'
import { type Machine, type MachineOptions, watchMachine } from './watch-machine.handler.ts'

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

type ExtractionInput = ProcessingInput & {
  onProgress: ReportStage
  /** Languages that the text may be in, such as `de-DE`, the most likely first. */
  locales: readonly string[]
}

export interface Processing {
  /** @throws MachineFault if there is none. */
  readonly sandbox: Sandbox
  /** Runs `use` with a private directory. @throws MachineFault if the machine fails. */
  inWorkDir<T>(use: (workDir: string) => Promise<T>): Promise<T>
  machine: Machine
}

/** Deletes working directories of crashed workers, and finds out whether this machine can process files. */
export async function openProcessing(
  options: MachineOptions,
): Promise<{ processing: Processing; sweptDirs: number }> {
  const { workRoot } = options
  await openWorkRoot(workRoot)
  if (process.getuid?.() === 0) await assertPassable(workRoot)
  const sweptDirs = await sweepWorkDirs(workRoot)
  const machine = await watchMachine(options)
  const processing: Processing = {
    machine,
    get sandbox() {
      const sandbox = machine.sandbox()
      if (sandbox === null) throw new MachineFault('refused', 'There is no sandbox for this file.')
      return sandbox
    },
    async inWorkDir(use) {
      try {
        return await withWorkDir(workRoot, use)
      } catch (error) {
        const fault = asMachineFault(error)
        if (fault instanceof MachineFault) machine.doubt(fault.reason)
        throw fault
      }
    },
  }
  return { processing, sweptDirs }
}

const faultsBySystemError: Record<string, MachineFaultReason> = {
  ENOSPC: 'no_space',
  EDQUOT: 'no_space',
  ENOMEM: 'no_memory',
  EMFILE: 'no_resources',
  ENFILE: 'no_resources',
  EAGAIN: 'no_resources',
}

/** Other errors are returned unchanged. */
function asMachineFault(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error) || error instanceof MachineFault) return error
  const isOfMachine = error instanceof SandboxError && error.code !== 'bad_output'
  const reason = isOfMachine ? error.code : faultsBySystemError[String(error.code)]
  return reason === undefined ? error : new MachineFault(reason, error.message, { cause: error })
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
  { sandbox, machine }: Processing,
  input: ExtractionInput,
): Promise<ExtractionResult> {
  const { onProgress, locales, ...request } = input
  const result = await processDocument({
    sandbox,
    ...request,
    ocr: chooseOcrLanguages(locales, machine.ocrLanguages()),
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
  { sandbox, machine }: Processing,
  input: ExtractionInput,
): Promise<ExtractionResult> {
  const { onProgress, locales, ...request } = input
  const ocr = chooseOcrLanguages(locales, machine.ocrLanguages())
  onProgress('converting', 0)
  const result = await processImage({
    sandbox,
    ...request,
    ocr,
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
      notices: ocr.missing.length > 0 ? ['ocr_language_missing'] : [],
      pages: onePage(text),
    },
  }
}

async function* onePage(text: string) {
  yield { number: 1, text, source: text === '' ? ('none' as const) : ('ocr' as const) }
}
