/** Plain text: page texts come from the file, and only the first pages are rendered. */

import type { Result } from '../failures.ts'
import { tookTooLong, tooManyPages } from '../failures.ts'
import type { Job } from '../job.ts'
import { outputFile, sourceName } from '../job.ts'
import { runNodeScript } from '../node-script.ts'
import { SandboxError } from '../sandbox/sandbox.ts'
import type { Printed } from './finish-pdf.ts'
import type { Office } from './office.ts'
import { convertToPdf } from './office.ts'
import { flatTextFilter } from './office-filters.ts'
import type { PageTexts } from './pages.ts'

const script = new URL('../text/lay-out-text.child.ts', import.meta.url)
const textName = 'text.txt'
const printName = 'print.fodt'

/** A million lines. More than for other documents, because a page of plain text is cheap. */
const maxTextPages = 20_000
/**
 * Pages to render, and the time limit for it. If the fonts for a script are missing, LibreOffice searches them for
 * every word and is a hundred times slower; then only a few pages are rendered.
 */
const attempts = [
  { maxPrinted: 200, wallMs: 30_000 },
  { maxPrinted: 10, wallMs: 30_000 },
]

export async function printPlainText(job: Job, office: Office): Promise<Result<Printed>> {
  for (const { maxPrinted, wallMs } of attempts) {
    const laidOut = await layOut(job, maxPrinted)
    if (!laidOut.ok) return laidOut
    const converted = await convertToPdf(job, office, {
      inputName: printName,
      filter: flatTextFilter,
      wallMs,
    })
    if (converted.ok) return { ...converted, texts: laidOut.texts }
    if (converted.failure.code !== tookTooLong.failure.code) return converted
  }
  return tookTooLong
}

async function layOut(job: Job, maxPrinted: number): Promise<Result<{ texts: PageTexts }>> {
  const args = [sourceName, String(maxTextPages), String(maxPrinted), textName, printName]
  const laidOut = await runNodeScript(job, { script, args, limits: { wallMs: 60_000, cpuSeconds: 60 } })
  if (!laidOut.ok) return laidOut
  const { answer } = laidOut
  if (!isCounts(answer)) throw new SandboxError('bad_output', 'the page counts are invalid')
  if (answer.isTooLong) return tooManyPages(maxTextPages)
  const textPath = await outputFile(job, textName)
  if (textPath === null) throw new SandboxError('bad_output', `${textName} is missing`)
  return { ok: true, texts: { textPath, pageCount: answer.pageCount, recognized: new Map() } }
}

function isCounts(value: unknown): value is { pageCount: number; isTooLong: boolean } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'pageCount' in value &&
    typeof value.pageCount === 'number' &&
    'isTooLong' in value &&
    typeof value.isTooLong === 'boolean'
  )
}
