import { describe, expect, it } from 'vitest'
import type { SurveyColumn } from '../../responses/responses.public.ts'
import { linkPositionOf, placeColumns } from './place-columns.ts'
import { storedName } from './stored-name.ts'

const column = (name: string, position: number, type: SurveyColumn['type']): SurveyColumn => ({
  position,
  name,
  type,
  confidence: 1,
  reason: '',
  separator: null,
  dateOrder: null,
})
const columns = [
  column('When', 0, 'Timestamp'),
  column('Plan', 1, 'Single choice'),
  column('Why', 2, 'Open-ended'),
  column('Id', 3, 'Do nothing'),
]
const place = (names: string[], isAppended: boolean) =>
  placeColumns(columns, { partNumber: 2, names, isAppended })
const indexes = (placed: ReturnType<typeof place>) =>
  'columns' in placed ? placed.columns.map(({ name, index }) => `${name} ${index}`) : placed.failure.code

describe('columns of a part', () => {
  it('equal those of the first part', () => {
    expect(indexes(place(['When', 'Plan', 'Why', 'Id'], false))).toEqual([
      'When 0',
      'Plan 1',
      'Why 2',
      'Id 3',
    ])
  })

  it.each([
    [['When', 'Plan', 'Id'], ['Why'], 'lacks the column “Why”'],
    [['When', 'Plan', 'Why', 'Id', 'More'], [], 'also has the column “More”'],
    [['Plan', 'When', 'Why', 'Id'], [], 'another order'],
  ])('are rejected as %j', (names, missing_columns, text) => {
    const placed = place(names, false)
    expect(placed).toMatchObject({ failure: { part_number: 2, code: 'header_mismatch', missing_columns } })
    expect('failure' in placed && placed.failure.message).toContain(text)
  })

  it('of an appended part may have any order and only need the questions', () => {
    expect(indexes(place(['More', 'Why', 'Plan'], true))).toEqual(['Plan 2', 'Why 1'])
    expect(place(['More', 'Why'], true)).toMatchObject({
      failure: { code: 'missing_columns', missing_columns: ['Plan'] },
    })
  })
})

describe('a name of any length', () => {
  it('is shortened and still unique', () => {
    const long = 'x'.repeat(5_000)
    expect(storedName('short')).toBe('short')
    expect(storedName(long).length).toBeLessThan(1_100)
    expect(storedName(`${long}a`)).not.toBe(storedName(`${long}b`))
    expect(storedName(long)).toBe(storedName(long))
  })
})

describe('the media link column', () => {
  it('is the one media_config names', () => {
    expect(linkPositionOf(columns, { link_by: 'column', column: ' Id ' })).toBe(3)
    expect(linkPositionOf(columns, { link_by: 'column', column: 'Other' })).toBeUndefined()
    expect(linkPositionOf(columns, { link_by: 'email', column: 'Id' })).toBeUndefined()
    expect(linkPositionOf(columns, null)).toBeUndefined()
  })
})
