/** The sheets of a spreadsheet. Its viewer PDF has a bookmark for each, at its first page. */
import type { PDFDocumentProxy } from './pdf.ts'

export interface Sheet {
  name: string
  /** Its first page, from 1. */
  page: number
}

const maxSheets = 200

type Outline = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>

export async function readSheets(
  pdf: Pick<PDFDocumentProxy, 'getOutline' | 'getDestination' | 'getPageIndex'>,
): Promise<Sheet[]> {
  // The types of pdf.js leave out that most documents have none.
  const outline = (await pdf.getOutline()) as Outline | null
  const sheets: Sheet[] = []
  for (const { title, dest } of (outline ?? []).slice(0, maxSheets)) {
    const place: unknown[] | null = typeof dest === 'string' ? await pdf.getDestination(dest) : dest
    const [target] = place ?? []
    if (typeof target === 'object' && target !== null)
      sheets.push({ name: title, page: (await pdf.getPageIndex(target as { num: number; gen: number })) + 1 })
  }
  return sheets
}

/** The sheet that a page belongs to. */
export const sheetAt = (sheets: readonly Sheet[], page: number): Sheet | undefined =>
  sheets.findLast((sheet) => sheet.page <= page)
