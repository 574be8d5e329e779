/** The texts of a document's pages, read from disk one at a time: a long document must not fill the worker's memory. */

import { createReadStream } from 'node:fs'
import { cleanText } from '../text/clean.ts'
import { splitPages } from './page-split.ts'

export type DocumentPage = {
  /** From 1. */
  readonly number: number
  readonly text: string
  /** `text`: from the document. `ocr`: read off a scanned page. `none`: there is no text, or none could be read. */
  readonly source: 'text' | 'ocr' | 'none'
}

export type PageTexts = {
  /** Pages in UTF-8 with a form feed after each; null when there is no text at all. */
  readonly textPath: string | null
  readonly pageCount: number
  readonly recognized: ReadonlyMap<number, string>
}

/** Can be iterated again, as long as the job's directory is there. */
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
