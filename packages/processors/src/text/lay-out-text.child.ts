/**
 * Runs in the sandbox: decodes a text file, writes its pages as UTF-8 with a form feed after each, and the first pages
 * for rendering. Arguments: the file, the page limit, the limit of pages to render, and the two files to write. Prints
 * the counts as JSON.
 */

import { open } from 'node:fs/promises'
import { decodeFile, findEncoding } from './decode.ts'
import { flatOdtEnd, flatOdtPage, flatOdtStart } from './flat-odt.ts'
import { paginate } from './layout.ts'

type Arguments = { source: string; maxPages: number; maxPrinted: number; textPath: string; printPath: string }

async function layOut({
  source,
  maxPages,
  maxPrinted,
  textPath,
  printPath,
}: Arguments): Promise<object | null> {
  const encoding = await findEncoding(source)
  if (encoding === null) return null
  await using text = await open(textPath, 'w')
  await using print = await open(printPath, 'w')
  await print.write(flatOdtStart)
  let pageCount = 0
  for await (const page of paginate(decodeFile(source, encoding))) {
    if (pageCount === maxPages) return { pageCount, printedPages: 0, isTooLong: true }
    await text.write(`${page.text.replaceAll('\f', '')}\f`)
    if (pageCount < maxPrinted) await print.write(flatOdtPage(page.rows, pageCount === 0))
    pageCount += 1
  }
  await print.write(flatOdtEnd)
  return { pageCount, printedPages: Math.min(pageCount, maxPrinted), isTooLong: false }
}

const [source = '', maxPages, maxPrinted, textPath = '', printPath = ''] = process.argv.slice(2)
const limits = { maxPages: Number(maxPages), maxPrinted: Number(maxPrinted) }
const counts = await layOut({ source, textPath, printPath, ...limits })
process.stdout.write(JSON.stringify(counts))
