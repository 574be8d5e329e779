import { openSurvey } from '@inlet/survey-csv'
import { describe, expect, it } from 'vitest'
import { streamOf } from '../upload/source.ts'
import { planSurvey, type SurveyPlan } from './survey-plan.ts'
import type { SurveyInput } from './survey-source.ts'

async function textsOf(plan: SurveyPlan): Promise<string[]> {
  const texts: string[] = []
  for await (const part of plan.parts()) texts.push(new TextDecoder().decode(part.bytes))
  return texts
}

const csv = 'Name,Age\r\nAnna,3\r\nBen,4\r\nCéline 😀,5\r\n'

describe('a plan', () => {
  it.each<[string, SurveyInput]>([
    ['text', csv],
    ['a Blob', new Blob([csv])],
    ['bytes', new TextEncoder().encode(csv)],
    [
      'objects',
      [
        { Name: 'Anna', Age: 3 },
        { Name: 'Ben', Age: 4 },
        { Age: 5, Name: 'Céline 😀' },
      ],
    ],
    [
      'arrays',
      [
        ['Name', 'Age'],
        ['Anna', 3],
        ['Ben', 4],
        ['Céline 😀', 5],
      ],
    ],
  ])('cuts %s into the same parts, each with the header', async (_, input) => {
    const plan = await planSurvey(input, { maxRowsPerPart: 2 })
    expect(await textsOf(plan)).toEqual(['Name,Age\r\nAnna,3\r\nBen,4\r\n', 'Name,Age\r\nCéline 😀,5\r\n'])
    expect(plan.sizes).toEqual((await textsOf(plan)).map((text) => Buffer.byteLength(text)))
  })

  it('writes dates, blanks and missing cells in the format that surveys parse', async () => {
    const plan = await planSurvey([
      { at: new Date(0), ok: true },
      { ok: null, note: 'a, "b"\nc' },
    ])
    expect(await textsOf(plan)).toEqual([
      'at,ok,note\r\n1970-01-01T00:00:00.000Z,true,\r\n,,"a, ""b""\nc"\r\n',
    ])
  })

  it('limits parts to 20,000 rows', async () => {
    const rows = Array.from({ length: 45_000 }, (_, i) => ({ id: i, text: `answer ${i}` }))
    const plan = await planSurvey(rows)
    const counts: number[] = []
    for await (const part of plan.parts()) {
      const survey = await openSurvey([part.bytes])
      counts.push((await Array.fromAsync(survey.responses)).flat().length)
    }
    expect(counts).toEqual([20_000, 20_000, 5_000])
  })

  it('reads a large source twice, and detects a change', async () => {
    let opened = 0
    const line = `${'x'.repeat(4000)}\n`
    const source = (change: string) => ({
      name: 'large.csv',
      size: 0,
      stream: () => {
        opened += 1
        const last = opened > 1 ? change : ''
        return streamOf(lines(last))
      },
    })
    function* lines(last: string) {
      const encoder = new TextEncoder()
      yield encoder.encode('text\n')
      const block = encoder.encode(line.repeat(256))
      for (let i = 0; i < 70; i += 1) yield block
      yield encoder.encode(`${last}\n`)
    }
    const plan = await planSurvey(source(''))
    expect(plan.sizes).toHaveLength(2)
    for await (const part of plan.parts()) expect(part.bytes.length).toBe(plan.sizes[part.number - 1])
    expect(opened).toBe(2)

    opened = 0
    const changed = await planSurvey(source('one more row'))
    await expect(Array.fromAsync(changed.parts())).rejects.toMatchObject({ code: 'file_changed' })
  })

  it('reports what is wrong with a CSV, and in which row', async () => {
    await expect(planSurvey('a,b\n1,2\n1,2,3\n')).rejects.toMatchObject({
      name: 'InvalidInputError',
      code: 'csv_row_width',
      row: 3,
    })
    await expect(planSurvey('surveys/spring.csv')).rejects.toMatchObject({
      message: expect.stringContaining('fileFromPath'),
    })
    await expect(
      planSurvey('a\n1\n2\n', { maxRowsPerPart: 1, signal: AbortSignal.abort() }),
    ).rejects.toMatchObject({
      name: 'CancelledError',
    })
  })

  it('says what to do with more than a hundred parts', async () => {
    const rows = Array.from({ length: 101 }, (_, i) => [i])
    await expect(planSurvey([['id'], ...rows], { maxRowsPerPart: 1 })).rejects.toMatchObject({
      code: 'too_many_parts',
    })
  })
})
