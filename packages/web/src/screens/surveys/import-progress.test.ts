import { expect, it } from 'vitest'
import { describePart, describeProgress } from './import-progress.ts'

const part = (number: number, status: 'PENDING' | 'UPLOADED' | 'PROCESSED' | 'FAILED') => ({
  number,
  status,
  row_count: status === 'PROCESSED' ? 4706 : null,
  can_retry: status === 'FAILED',
  can_withdraw: status === 'FAILED',
})
const parts = [part(1, 'PROCESSED'), part(2, 'PROCESSED'), part(3, 'FAILED')]

it('describes imported rows and missing parts', () => {
  expect(describeProgress({ status: 'working', parts, response_count: 9412 })).toBe(
    '9,412 rows imported from 2 of 3 parts so far.',
  )
  expect(describeProgress({ status: 'failed', parts, response_count: 9412 })).toBe(
    '9,412 rows from 2 of 3 parts imported.',
  )
  expect(describeProgress({ status: 'failed', parts: [part(1, 'FAILED')], response_count: 0 })).toBe(
    'No rows imported yet.',
  )
  expect(describeProgress({ status: 'waiting', parts, response_count: 0 })).toContain('not been uploaded')
})

it('has a label for every part status', () => {
  expect(parts.map((one) => describePart(one).text)).toEqual([
    'Imported · 4,706 rows',
    'Imported · 4,706 rows',
    'Failed',
  ])
})
