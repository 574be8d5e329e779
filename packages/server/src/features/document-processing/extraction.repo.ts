/** SQL of texts extracted from documents and images. */
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { onlyRow } from '../../platform/db/only-row.ts'

export interface NewExtraction {
  pageCount: number | null
  width: number | null
  height: number | null
  viewerKey: string | null
  thumbnailKey: string | null
  notices: readonly string[]
}

export interface ExtractedPage {
  number: number
  text: string
  source: 'text' | 'ocr' | 'none'
}

/** Rows per statement, limited so that a long document does not fill the memory. */
const pagesAtOnce = 100

export async function insertExtraction(tx: Tx, extraction: NewExtraction): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into extraction (page_count, width, height, viewer_key, thumbnail_key, notices)
    values (${extraction.pageCount}, ${extraction.width}, ${extraction.height}, ${extraction.viewerKey},
      ${extraction.thumbnailKey}, ${[...extraction.notices]}::text[])
    returning id`.execute(tx)
  return onlyRow(rows).id
}

export async function insertPages(
  tx: Tx,
  extractionId: number,
  pages: AsyncIterable<ExtractedPage>,
): Promise<void> {
  let batch: ExtractedPage[] = []
  for await (const page of pages) {
    batch.push(page)
    if (batch.length === pagesAtOnce) {
      await insertBatch(tx, extractionId, batch)
      batch = []
    }
  }
  if (batch.length > 0) await insertBatch(tx, extractionId, batch)
}

async function insertBatch(tx: Tx, extractionId: number, pages: ExtractedPage[]): Promise<void> {
  await sql`
    insert into extraction_page (extraction_id, number, source, text)
    select ${extractionId}, * from unnest(${pages.map((page) => page.number)}::int[],
      ${pages.map((page) => page.source)}::text[], ${pages.map((page) => page.text)}::text[])`.execute(tx)
}

/** Deletes extractions with their pages and returns the keys of their objects. */
export async function deleteExtractions(tx: Tx, ids: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ keys: (string | null)[] }>`
    delete from extraction where id = any (${[...ids]}::bigint[])
    returning array[viewer_key, thumbnail_key] as keys`.execute(tx)
  return rows.flatMap(({ keys }) => keys).filter((key) => key !== null)
}
