import { describe, expect, it } from 'vitest'
import { type Answer, get, prefix } from '../harness/api.ts'
import { anyCaller } from '../harness/caller.ts'
import { makeProject } from '../harness/project.ts'
import { partsOf, type Survey, surveysOf } from '../harness/survey.ts'
import { upload } from '../harness/upload.ts'

const path = `${prefix}/surveys`
const all = 'details,columns,skipped_rows'

const names = 'StartDate,Q1,Q2\n'
const further =
  'Start Date,How are you?,Why?\n"{""ImportId"":""startDate""}","{""ImportId"":""QID1""}","{""ImportId"":""QID2_TEXT""}"\n'
const likes = (i: number) =>
  `"I liked the long walks and the friendly people in the office, which is number ${i} on my list"`

type Part = Record<string, number | string | null>
type Column = Record<string, unknown> & { notes: { code: string; message: string }[] }

describe('the report of a survey', async () => {
  const { token } = await anyCaller()
  const surveys = surveysOf(token, await makeProject(token))
  const statusOf = ({ key }: Pick<Survey, 'key'>, include?: string) =>
    get(`${path}/${key}/status${include === undefined ? '' : `?include=${include}`}`, { token })
  const columnsOf = (status: Answer) => status.body['columns'] as Column[]
  const partsIn = (status: Answer) => status.body['parts'] as Part[]

  async function appendPart(survey: Survey, content: string): Promise<void> {
    const [part] = partsOf(await surveys.append(survey.key))
    if (part) await upload(part, content)
    expect((await surveys.complete(survey.key)).status).toBe(202)
    await surveys.ended(survey.key)
  }

  it('REC-1 the import report is absent without include, and an unknown group is rejected', async () => {
    const survey = await surveys.importParts(['a,b\n1,2\n'], { auto_map: true })
    const plain = await statusOf(survey)
    const fields = [
      'upload_key',
      'survey_key',
      'status',
      'file_type',
      'num_parts',
      'parts',
      'processing',
      'error_details',
      'created_at',
      'completed_at',
      'media_files',
      'add_to_research_panel',
      'media_config',
    ]
    expect(Object.keys(plain.body)).toEqual(fields)
    expect(plain.body['parts']).toEqual([{ part_number: 1, status: 'PROCESSED', row_count: 1 }])
    const details = await statusOf(survey, 'details')
    expect(Object.keys(details.body).sort()).toEqual(
      [...fields, 'external_id', 'header_rows', 'metadata', 'updated_at'].sort(),
    )
    const columns = await statusOf(survey, 'columns')
    expect(Object.keys(columns.body).sort()).toEqual([...fields, 'columns', 'unmatched_mapping'].sort())
    const skipped = await statusOf(survey, 'skipped_rows')
    expect(Object.keys(skipped.body).sort()).toEqual([...fields, 'skipped_rows'].sort())
    const refused = await statusOf(survey, 'details,rows')
    expect(refused.status).toBe(400)
    expect(refused.body['details']).toEqual([
      { field: 'include', message: expect.stringContaining('details') },
    ])
  })

  it('REC-1 the import report is null while nothing is known', async () => {
    const survey = await surveys.begin()
    const status = await statusOf(survey, all)
    expect(status.body).toMatchObject({
      header_rows: null,
      columns: null,
      unmatched_mapping: null,
      skipped_rows: [],
    })
    expect(partsIn(status)[0]).toEqual({
      part_number: 1,
      status: 'PENDING',
      row_count: null,
      encoding: null,
      delimiter: null,
      header_rows: null,
      skipped_row_count: null,
      error_code: null,
    })
  })

  it('REC-9 reports type, decision, confidence and reason of every column', async () => {
    const rows = Array.from(
      { length: 40 },
      (_, i) => `${'ABC'[i % 3]},${likes(i)},x${i},0${1 + (i % 9)}/0${1 + (i % 7)}/2025`,
    )
    const content = ['Plan,Why,,Date,Plan', ...rows.map((row) => `${row},1`)].join('\n')
    const column_mapping = {
      Plan: 'Multi choice',
      Date: 'Timestamp',
      plan: 'NPS',
      'Misspelled column': 'Name',
    }
    const survey = await surveys.importParts([content], { auto_map: true, column_mapping })
    const status = await statusOf(survey, 'columns')
    const columns = columnsOf(status)
    expect(columns.map(({ position, header }) => [position, header])).toEqual([
      [0, 'Plan'],
      [1, 'Why'],
      [2, 'Column 3'],
      [3, 'Date'],
      [4, 'Plan (2)'],
    ])
    expect(columns[0]).toEqual({
      position: 0,
      header: 'Plan',
      question: null,
      type: 'Multi choice',
      decided_by: 'mapping',
      confidence: 1,
      reason: expect.stringMatching(/\S/),
      notes: [],
    })
    expect(columns[1]).toMatchObject({ type: 'Open-ended', decided_by: 'classifier' })
    expect(columns[1]?.['confidence']).toBeGreaterThanOrEqual(0.9)
    expect(columns[2]).toMatchObject({ type: 'Do nothing', decided_by: 'default' })
    expect(columns[4]).toMatchObject({ type: 'Single choice', decided_by: 'heuristic' })
    expect(columns.map(({ notes }) => notes.map(({ code }) => code))).toEqual([
      [],
      [],
      ['renamed_header'],
      ['ambiguous_dates'],
      ['renamed_header'],
    ])
    expect(status.body['unmatched_mapping']).toEqual(['plan', 'Misspelled column'])
  })

  it('REC-9 reports no ambiguity if all dates have one reading', async () => {
    const content = 'When\n2025-03-01T10:00:00Z\n2025-04-02T10:00:00Z\n'
    const survey = await surveys.importParts([content], { column_mapping: { When: 'Timestamp' } })
    expect(columnsOf(await statusOf(survey, 'columns'))[0]?.notes).toEqual([])
  })

  it('REC-9 reports no ambiguity if the language of the header implies the day first', async () => {
    const content = 'Horodateur,When\n03/04/2025,03/04/2025\n02/05/2025,02/05/2025\n'
    const mapping = { Horodateur: 'Timestamp', When: 'Timestamp' }
    const survey = await surveys.importParts([content], { column_mapping: mapping })
    const notes = columnsOf(await statusOf(survey, 'columns')).map((column) => column.notes)
    expect(notes).toEqual([[], [expect.objectContaining({ code: 'ambiguous_dates' })]])
  })

  it('REC-10 COL-6 COL-7 accounts for every row of every part', async () => {
    const contents = [
      `${names}${further}2025,fine,\n\n,,\n2026,well,a,,\n`,
      `${names}${further}2027,fine\n`,
      `${names}2028,fine,b\n,,,,,\n`,
    ]
    const survey = await surveys.importParts(contents, { auto_map: true })
    await appendPart(survey, `Q2,StartDate,New,Q1\n"c",2029,x,well\n\n`)
    const status = await statusOf(survey, all)
    expect(status.body).toMatchObject({
      status: 'COMPLETED',
      header_rows: 3,
      processing: { total_responses: 5 },
    })
    const counts = partsIn(status).map((part) => [
      part['header_rows'],
      part['row_count'],
      part['skipped_row_count'],
    ])
    expect(counts).toEqual([
      [3, 2, 2],
      [3, 1, 0],
      [1, 1, 1],
      [1, 1, 1],
    ])
    expect(status.body['skipped_rows']).toEqual([
      { part_number: 1, row: 5, code: 'blank_line' },
      { part_number: 1, row: 6, code: 'empty_row' },
      { part_number: 3, row: 3, code: 'empty_row' },
      { part_number: 4, row: 3, code: 'blank_line' },
    ])
    expect(columnsOf(status).map(({ question }) => question)).toEqual(['Start Date', 'How are you?', 'Why?'])
    expect(partsIn(status)[0]).toMatchObject({ encoding: 'utf-8', delimiter: ',', error_code: null })
  })

  it('REC-10 lists up to 1,000 skipped rows and counts the others', async () => {
    const survey = await surveys.importParts([
      `a,b\n1,2\n${',\n'.repeat(1200)}`,
      `a,b\n${'\n'.repeat(5)}3,4\n`,
    ])
    const status = await statusOf(survey, all)
    expect(status.body['skipped_rows']).toHaveLength(1000)
    expect(partsIn(status).map((part) => part['skipped_row_count'])).toEqual([1200, 5])
  })

  it('COL-6 reads one header row if the mapping names it, and notes rows that look like further header rows', async () => {
    const survey = await surveys.importParts([`${names}${further}2025,fine,a\n`], {
      auto_map: true,
      column_mapping: { Q1: 'Single choice' },
    })
    await appendPart(survey, `${names}${further}2026,well,b\n`)
    const status = await statusOf(survey, all)
    expect(status.body).toMatchObject({ header_rows: 1, processing: { total_responses: 6 } })
    expect(columnsOf(status)[1]?.notes.map(({ code }) => code)).toEqual(['header_rows_imported'])
  })

  it.each([
    ['options over unnamed columns', 'Name,Q1,,,Q2\n,Slack,Jira,Zoom,\nBob,Slack,,Zoom,3\nCy,,Jira,,4\n', 3],
    ['a row of answer words', 'Name,Q1,Plan\nResponse,Open-Ended Response,Response\nBob,because,A\n', 2],
    ['an answer like an import id', 'Name,Q1\nAnn,"{""ImportId"":""x""}"\nBob,b\n', 2],
    ['the header in lower case', 'Name,Q1\nname,q1\nBob,b\n', 2],
  ])('COL-6 keeps a first response that is %s', async (_, content, responses) => {
    const survey = await surveys.importParts([content], { auto_map: true })
    const status = await statusOf(survey, 'details')
    expect(status.body).toMatchObject({ header_rows: 1, processing: { total_responses: responses } })
  })

  it('COL-7 SUR-13 REC-8 reports row, column and code of a value beyond the header', async () => {
    const survey = await surveys.importParts(['a,b\n1,2\n3,4,,5\n'], { auto_map: true })
    const status = await statusOf(survey, 'details')
    expect(status.body['error_details']).toMatchObject({
      part_number: 1,
      code: 'csv_row_width',
      row: 3,
      column: 4,
      message: expect.stringMatching(/Row 3 .*column D/),
    })
    expect(partsIn(status)[0]).toMatchObject({ status: 'FAILED', error_code: 'csv_row_width' })
  })
})
