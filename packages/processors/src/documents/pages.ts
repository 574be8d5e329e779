/** The texts of a document's pages, read from disk one at a time to bound memory. */

import { createReadStream } from 'node:fs'
import { cleanText } from '../text/clean.ts'
import { splitPages } from './page-split.ts'

export type DocumentPage = {
  /** Starts at 1. */
  readonly number: number
  readonly text: string
  /** `text`: from the document. `ocr`: recognized on a scanned page. `none`: no text, or none could be recognized. */
  readonly source: 'text' | 'ocr' | 'none'
}

export type PageTexts = {
  /** Pages in UTF-8 with a form feed after each; null if there is no text. */
  readonly textPath: string | null
  readonly pageCount: number
  readonly recognized: ReadonlyMap<number, string>
}

/** Can be iterated repeatedly while the job's directory exists. */
export function pagesOf(texts: PageTexts): AsyncIterable<DocumentPage> {
  return { [Symbol.asyncIterator]: () => readPages(texts) }
}

async function* readPages({ textPath, pageCount, recognized }: PageTexts): AsyncGenerator<DocumentPage> {
  let number = 0
  for await (const raw of textPath === null ? [] : splitPages(createReadStream(textPath, 'utf8'))) {
    if (number === pageCount) return
    number += 1
    yield toPage(number, cleanText(raw), recognized)
  }
  while (number < pageCount) {
    number += 1
    yield toPage(number, '', recognized)
  }
}

function toPage(number: number, text: string, recognized: ReadonlyMap<number, string>): DocumentPage {
  if (text.trim() !== '') return { number, text, source: 'text' }
  const read = recognized.get(number)
  return read === undefined ? { number, text: '', source: 'none' } : { number, text: read, source: 'ocr' }
}
