import { describe, expect, it } from 'vitest'
import { type Answer, get, items, prefix } from '../harness/api.ts'
import { anyCaller } from '../harness/caller.ts'
import { makeProject } from '../harness/project.ts'
import { mediaOf, surveysOf } from '../harness/survey.ts'
import { upload } from '../harness/upload.ts'

type Content = string | Uint8Array<ArrayBuffer>

const processing = (answer: Answer) => answer.body['processing'] as Record<string, unknown>

/** A survey with every column type that can be detected from the content. */
const header =
  'Submitted at,Name,E-mail,Which plan are you on?,Which tools do you use?,How likely are you to recommend us?,Rank what matters,What do you like best?,Id'
const plans = ['Free', 'Pro', 'Team']
const tools = ['Mail', 'Chat', 'Phone', 'Video']
const likes = [
  'The search finds what somebody said a year ago within seconds',
  'Everybody in the team sees the same notes and nobody sends files around',
  'It stays out of my way while I am working on something else entirely',
  'Support answered every question I had on the very same day so far',
  'Exports keep the layout that I made and open in every program I tried',
]
const line = (i: number) =>
  [
    `2025-03-${String((i % 28) + 1).padStart(2, '0')} 10:${String(i % 60).padStart(2, '0')}:00`,
    `${['Anna', 'Ben', 'Chloé', 'Dmitri', 'Eva'][i % 5]} ${['Smith', 'Novák', 'García', 'Ito'][i % 4]}`,
    `person-${i}@example.org`,
    plans[i % 3],
    `"${tools.filter((_, t) => ((i + 1) >> t) % 2 === 1).join(', ')}"`,
    i % 11,
    `"${tools.toSorted((a, b) => ((a.length * (i + 3)) % 7) - ((b.length * (i + 3)) % 7)).join('; ')}"`,
    `"${likes[i % 5]}, number ${i}"`,
    `R_${(i * 7919 + 100_003).toString(36)}x${i}`,
  ].join(',')
const csv = [header, ...Array.from({ length: 60 }, (_, i) => line(i))].join('\r\n')

describe('survey columns', async () => {
  const { token } = await anyCaller()
  const surveys = surveysOf(token, await makeProject(token))

  async function importCsv(content: Content, settings: Record<string, unknown> = {}) {
    const { key, parts } = await surveys.begin(settings)
    const [part] = parts
    if (!part) throw new Error('There is no part to upload.')
    expect((await upload(part, content)).status).toBeLessThan(300)
    expect((await surveys.complete(key)).status).toBe(202)
    return { key, status: await surveys.ended(key) }
  }

  async function questionsOf(settings: Record<string, unknown>): Promise<unknown> {
    const { status } = await importCsv(csv, settings)
    expect(status.body['status']).toBe('COMPLETED')
    expect(processing(status)).toMatchObject({ total_responses: 60, is_mapped: true })
    return processing(status)['questions_detected']
  }

  it('COL-1 a column type comes from the mapping, then from the content, else it is Do nothing', async () => {
    const single = { 'Which plan are you on?': 'Single choice' }
    expect(await questionsOf({})).toBe(0)
    expect(await questionsOf({ column_mapping: single })).toBe(1)
    // A plan, tools, a score, a ranking and a text; not the time, the person or the id.
    expect(await questionsOf({ auto_map: true })).toBe(5)
    expect(await questionsOf({ auto_map: true, column_mapping: { Id: 'Open-ended' } })).toBe(6)
    const ignored = { 'What do you like best?': 'Do nothing', 'Rank what matters': 'Do nothing' }
    expect(await questionsOf({ auto_map: true, column_mapping: ignored })).toBe(3)
    // A key that matches no header is ignored.
    expect(await questionsOf({ column_mapping: { ...single, 'which plan are you on?': 'NPS' } })).toBe(1)
  })

  it('COL-2 a column is MEDIA_RESPONSE only by mapping', async () => {
    const clips = [
      'Person,Recording',
      'a@example.org,a.mp4',
      'b@example.org,b.mp4',
      'c@example.org,c.mp4',
    ].join('\n')
    const found = await importCsv(clips, { auto_map: true })
    expect(found.status.body).toMatchObject({ status: 'COMPLETED', media_files: null })
    const { key, parts, answer } = await surveys.begin({ column_mapping: { Recording: 'MEDIA_RESPONSE' } })
    expect((answer.body['links'] as Record<string, unknown>)['register_media']).toMatch(/register$/)
    const [media] = mediaOf(await surveys.register(key, ['b.mp4']))
    if (media) await upload(media, 'film')
    if (parts[0]) await upload(parts[0], clips)
    await surveys.complete(key)
    expect((await surveys.ended(key)).body['media_files']).toEqual([
      { filename: 'b.mp4', status: 'LINKED', media_level: 'RESPONSE' },
    ])
  })

  it('COL-3 Name and Email form the profile that media are linked to; "Do nothing" does not', async () => {
    const linkedAs = async (column_mapping: Record<string, string>) => {
      const { key, parts } = await surveys.begin({ column_mapping, media_config: { link_by: 'auto' } })
      for (const media of mediaOf(await surveys.register(key, ['Ben Novák.mp4', 'person-1@example.org.mp3'])))
        await upload(media, 'film')
      if (parts[0]) await upload(parts[0], [header, line(1), line(2)].join('\n'))
      await surveys.complete(key)
      const files = (await surveys.ended(key)).body['media_files'] as Record<string, unknown>[]
      return files.map((file) => file['media_level'])
    }
    expect(await linkedAs({ Name: 'Name', 'E-mail': 'Email' })).toEqual(['RESPONDENT', 'RESPONDENT'])
    expect(await linkedAs({ Name: 'Do nothing', 'E-mail': 'Email' })).toEqual([null, 'RESPONDENT'])
    expect(await linkedAs({ Name: 'Name', 'E-mail': 'Do nothing' })).toEqual(['RESPONDENT', null])
  })

  it('COL-3 the survey’s file is processing until its columns are mapped, then completed', async () => {
    const { status } = await importCsv(csv, { auto_map: true, name: 'Mapped survey 4711' })
    expect(processing(status)['is_mapped']).toBe(true)
    const files = items(await get(`${prefix}/files`, { token }), 'files')
    expect(files.find(({ name }) => name === 'Mapped survey 4711')).toMatchObject({ status: 'completed' })
  })

  /** Parsed correctly if a media file links to the last person by a name with accents, and the scores count as one question. */
  const rows = [
    ['Name', 'Score', 'Comment'],
    ['Søren', '9', 'two\nlines, and a comma'],
    ['Zoë Müller', '10', 'say "hello"'],
  ]
  const write = (delimiter: string, newline: string) =>
    rows.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(delimiter)).join(newline)
  const utf16 = (text: string, isBig: boolean) => {
    const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
    return new Uint8Array(isBig ? bytes.swap16() : bytes)
  }
  const cases: [string, Content][] = [
    ['utf-8, commas and CRLF', write(',', '\r\n')],
    ['utf-8 with a byte order mark', `\ufeff${write(',', '\n')}`],
    ['utf-16, little-endian, with tabs', utf16(write('\t', '\r\n'), false)],
    ['utf-16, big-endian', utf16(write(',', '\n'), true)],
    ['Windows-1252 with semicolons', new Uint8Array(Buffer.from(write(';', '\r\n'), 'latin1'))],
    ['utf-8 with tabs and CR', write('\t', '\r')],
  ]
  it.each(cases)('COL-5 reads a CSV in %s', async (_, content) => {
    const column_mapping = { Name: 'Name', Score: 'NPS', Comment: 'Open-ended' }
    const { key, parts } = await surveys.begin({ column_mapping, media_config: { link_by: 'name' } })
    const [media] = mediaOf(await surveys.register(key, ['zoë müller.mp4']))
    if (media) await upload(media, 'film')
    if (parts[0]) await upload(parts[0], content)
    await surveys.complete(key)
    const status = await surveys.ended(key)
    expect(status.body).toMatchObject({
      status: 'COMPLETED',
      processing: { total_responses: 2, questions_detected: 2, is_mapped: true },
      media_files: [{ filename: 'zoë müller.mp4', status: 'LINKED', media_level: 'RESPONDENT' }],
    })
  })

  it('COL-5 empty and repeated headers get names', async () => {
    const content = ['Score,Score,,Comment', '1,9,x,a', '2,8,y,b'].join('\n')
    const column_mapping = { 'Score (2)': 'NPS', 'Column 3': 'Single choice', Comment: 'Open-ended' }
    const { status } = await importCsv(content, { column_mapping })
    expect(status.body['status']).toBe('COMPLETED')
    expect(processing(status)['questions_detected']).toBe(3)
  })

  it.each([
    ['a row that is too long', 'a,b\n1,2\n3,4,5\n', 3],
    ['a quotation mark that is never closed', 'a,b\n1,2\n"3,4\n', 3],
    ['text after a closing quotation mark', 'a,b\n\n"1"x,2\n', 3],
  ])('COL-5 SUR-13 name the row of %s', async (_, content, row) => {
    const { status } = await importCsv(content)
    expect(status.body['status']).toBe('FAILED')
    expect(status.body['error_details']).toMatchObject({
      part_number: 1,
      row,
      message: expect.stringMatching(/\S/),
    })
  })
})
