/** Generated uploads through HTTP, store, worker and database: every row is accounted for. */
import type { PartDescriptor, SurveyUpload } from '@inlet/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type GeneratedPart,
  type GeneratedUpload,
  generateUpload,
} from '../../../../../survey-csv/test/generated-upload.ts'
import { type ImportBench, openImportBench } from '../../../../test/harness/import-bench.ts'
import { callApi } from '../../../../test/harness/imports.ts'
import { waitFor } from '../../../../test/harness/processes.ts'
import { beginSurvey, postSurvey, sendTo } from '../../../../test/harness/survey-uploads.ts'
import {
  addPart,
  importNow,
  makeSurvey,
  makeSurveyOwner,
  type SurveyOwner,
  setStatus,
} from '../../../../test/harness/surveys.ts'

const isFull = process.env['INLET_FULL'] === '1'
const uploads = isFull ? 500 : 40
const atOnce = 4

let bench: ImportBench
let owner: SurveyOwner
beforeAll(async () => {
  bench = await openImportBench()
  owner = await makeSurveyOwner(bench.app.deps)
  await sql`update api_key set rate_limit_per_minute = 1000`.execute(bench.app.deps.db)
})
afterAll(() => bench.close())

async function statusOf(key: string): Promise<SurveyUpload> {
  const path = `/surveys/${key}/status?include=details,columns,skipped_rows`
  const answer = await callApi(bench.app.url, bench.token, path)
  expect(answer.status).toBe(200)
  return (await answer.json()) as SurveyUpload
}

async function finish(key: string, descriptors: PartDescriptor[], parts: readonly GeneratedPart[]) {
  for (const [i, part] of parts.entries()) {
    const descriptor = descriptors[i]
    if (descriptor) await sendTo(descriptor, Buffer.from(part.bytes))
  }
  await postSurvey(bench.app.url, bench.token, `${key}/complete`)
  await waitFor(async () => {
    const { rows } = await sql`
      select from survey where upload_key = ${key} and status in ('COMPLETED', 'FAILED')`.execute(
      bench.app.deps.db,
    )
    return rows.length > 0
  }, 120_000)
  return statusOf(key)
}

async function importUpload(upload: GeneratedUpload): Promise<SurveyUpload> {
  const { url } = bench.app
  const begun = await beginSurvey(url, bench.token, bench.projectId, {
    num_parts: upload.parts.length,
    auto_map: true,
    column_mapping: upload.mapping,
  })
  const imported = await finish(begun.upload_key, begun.upload_urls, upload.parts)
  if (upload.appended.length === 0 || imported.status !== 'COMPLETED') return imported
  const { body } = await postSurvey<typeof begun>(url, bench.token, `${begun.upload_key}/append`, {
    num_parts: upload.appended.length,
  })
  return finish(begun.upload_key, body.upload_urls, upload.appended)
}

function check(upload: GeneratedUpload, status: SurveyUpload, where: string) {
  const written = [...upload.parts, ...upload.appended]
  expect(status, where).toMatchObject({ status: 'COMPLETED', error_details: {} })
  expect(status.header_rows, where).toBe(upload.headerRows)
  const expected = written.map((part) => [part.headerRows, part.responses.length, part.skipped.length])
  const reported = status.parts.map((part) => [part.header_rows, part.row_count, part.skipped_row_count])
  expect(reported, where).toEqual(expected)
  for (const [i, part] of status.parts.entries()) {
    const rows = (part.header_rows ?? 0) + (part.row_count ?? 0) + (part.skipped_row_count ?? 0)
    expect(rows, where).toBe(written[i]?.writtenRows)
  }
  const skipped = written.flatMap((part, i) => part.skipped.map((row) => ({ part_number: i + 1, ...row })))
  expect(status.skipped_rows, where).toEqual(skipped)
  expect(
    status.columns?.map(({ header }) => header),
    where,
  ).toEqual(upload.names)
  const unmatched = Object.keys(upload.mapping).filter((key) => !upload.names.includes(key))
  expect(status.unmatched_mapping, where).toEqual(unmatched)
}

it(`REC-10 COL-6 COL-7 ${uploads} generated uploads are saved row by row, appended parts included`, {
  timeout: 1_800_000,
}, async () => {
  const figures = { parts: 0, written: 0, header: 0, saved: 0, skipped: 0 }
  let next = 1
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let seed = next++; seed <= uploads; seed = next++) {
        const upload = seed % 2 === 0 ? generateUpload(seed * 13, 'single') : generateUpload(seed * 13)
        const status = await importUpload(upload)
        check(upload, status, `seed ${seed}, ${upload.kind}, ${upload.shape}`)
        for (const [i, part] of [...upload.parts, ...upload.appended].entries()) {
          figures.parts++
          figures.written += part.writtenRows
          figures.header += status.parts[i]?.header_rows ?? 0
          figures.saved += status.parts[i]?.row_count ?? 0
          figures.skipped += status.parts[i]?.skipped_row_count ?? 0
        }
      }
    }),
  )
  const { rows } = await sql<{ count: number }>`select count(*) from response`.execute(bench.app.deps.db)
  const { parts, written, header, saved, skipped } = figures
  process.stdout.write(
    `${parts} parts of ${uploads} uploads: ${written} rows written = ${header} header + ${saved} saved + ${skipped} skipped; ${rows[0]?.count} responses in the database\n`,
  )
  expect(rows[0]?.count).toBe(saved)
  expect(header + saved + skipped).toBe(written)
})

const names = 'StartDate,Q1\n'
const further = 'Start Date,How are you?\n"{""ImportId"":""startDate""}","{""ImportId"":""QID1""}"\n'

it('COL-6 applies the header rows of the first part to a retried part', async () => {
  const { deps } = bench.app
  const id = await makeSurvey(deps, {
    owner,
    parts: [`${names}${further}2025,fine\n`, `${names}"2026,well\n`],
  })
  expect(await importNow(deps, id)).toMatchObject({ status: 'FAILED', responseCount: 1 })
  await addPart(deps, id, 2, `${names}${further}2026,well\n`)
  await setStatus(deps, id, 'VALIDATING')
  expect(await importNow(deps, id)).toMatchObject({ status: 'COMPLETED', responseCount: 2 })
  // Not a literal repetition of the header, so it has three responses.
  await addPart(deps, id, 3, `${names}${further.replace('How', 'Who')}2027,well\n`)
  await setStatus(deps, id, 'VALIDATING')
  expect(await importNow(deps, id)).toMatchObject({ status: 'COMPLETED', responseCount: 5 })
})

it('COL-6 detects the header rows of a part appended to a survey of an older release', async () => {
  const { deps } = bench.app
  const id = await makeSurvey(deps, { owner, parts: [`${names}${further}2025,fine\n`] })
  await importNow(deps, id)
  await sql`update survey set header_rows = null where id = ${id}`.execute(deps.db)
  await sql`update survey_column set header_cells = null, question = null, decided_by = null
    where survey_id = ${id}`.execute(deps.db)
  await addPart(deps, id, 2, `${names}${further}2026,well\n`)
  await addPart(deps, id, 3, `${names}Start Date,How are you?\n`)
  await setStatus(deps, id, 'VALIDATING')
  expect(await importNow(deps, id)).toMatchObject({ status: 'COMPLETED', responseCount: 3 })
})

it.each([
  ['and drops them when a person has confirmed as many', 3, 1],
  ['and ignores a confirmation of another number', 2, 3],
  ['and keeps them without a confirmation', null, 3],
])('COL-6 reads further header rows against a mapping %s', async (_, confirmed, responses) => {
  const { deps } = bench.app
  const id = await makeSurvey(deps, {
    owner,
    parts: [`${names}${further}2025,fine\n`],
    columnMapping: { Q1: 'Single choice' },
  })
  await sql`update survey set confirmed_header_rows = ${confirmed} where id = ${id}`.execute(deps.db)
  expect(await importNow(deps, id)).toMatchObject({ status: 'COMPLETED', responseCount: responses })
})
