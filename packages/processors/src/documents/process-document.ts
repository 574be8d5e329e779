/** Converts a document to a PDF for the viewer, a thumbnail and the text of each page. */

import { startBudget } from '../budget.ts'
import { checkType } from '../detect/check-type.ts'
import type { Result } from '../failures.ts'
import { unsupported } from '../failures.ts'
import type { Job } from '../job.ts'
import { prepareJobDir, sourceName } from '../job.ts'
import { englishOnly, type OcrLanguages } from '../ocr-languages.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { withReliableVerdict } from '../verdict.ts'
import type { Printed } from './finish-pdf.ts'
import { finishPdf } from './finish-pdf.ts'
import type { Office } from './office.ts'
import { convertToPdf, findOffice, profileFiles } from './office.ts'
import { officeFilters } from './office-filters.ts'
import { printPlainText } from './plain-text.ts'
import type { DocumentProgress, ProcessedDocument } from './processed-document.ts'

export type DocumentRequest = {
  readonly sandbox: Sandbox
  /** Directly in `workDir`. */
  readonly inputPath: string
  /** Lower case, without the dot. */
  readonly extension: string
  /** A private directory that holds the results; the caller removes it. See `withWorkDir`. */
  readonly workDir: string
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: (progress: DocumentProgress) => void
  /** For the whole document. */
  readonly wallMs?: number
  /** For scanned pages; English by default. */
  readonly ocr?: OcrLanguages
}

const defaultWallMs = 110_000

/** @throws when aborted and on infrastructure errors, which say nothing about the file: the job can be retried. */
export function processDocument(request: DocumentRequest): Promise<Result<ProcessedDocument>> {
  return withReliableVerdict(request, () => convertDocument(request))
}

async function convertDocument(request: DocumentRequest): Promise<Result<ProcessedDocument>> {
  const { sandbox, extension, workDir, signal, onProgress = () => {}, ocr = englishOnly } = request
  if (!isDocument(extension)) return unsupported(extension)
  const job = { sandbox, workDir, signal, budget: startBudget(request.wallMs ?? defaultWallMs) }
  const office = extension === 'pdf' ? null : await findOffice()
  await prepareJobDir(workDir, request.inputPath, office === null ? new Map() : await profileFiles(office))

  onProgress({ stage: 'checking', percent: 0 })
  const type = await checkType(job, extension)
  if (!type.ok) return type

  onProgress({ stage: 'converting', percent: 0 })
  const printed = await print(job, extension, office)
  return printed.ok ? finishPdf(job, printed, { ocr, onProgress }) : printed
}

type DocumentExtension = keyof typeof officeFilters | 'pdf' | 'txt'

function isDocument(extension: string): extension is DocumentExtension {
  return extension === 'pdf' || extension === 'txt' || Object.hasOwn(officeFilters, extension)
}

async function print(
  job: Job,
  extension: DocumentExtension,
  office: Office | null,
): Promise<Result<Printed>> {
  if (extension === 'pdf' || office === null) return { ok: true, pdfName: sourceName }
  if (extension === 'txt') return printPlainText(job, office)
  return convertToPdf(job, office, { inputName: sourceName, filter: officeFilters[extension] })
}
