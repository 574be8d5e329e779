import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { isRecordKey } from './keys.ts'

const key = '0190b5a2-6f2e-7a31-9c4d-5e6f7a8b9c0d'

describe('isRecordKey', () => {
  it('accepts a UUID as the service writes it', () => {
    expect(isRecordKey(key)).toBe(true)
    expect(isRecordKey(randomUUID())).toBe(true)
  })

  it.each([
    '',
    'x',
    key.toUpperCase(),
    `{${key}}`,
    key.replaceAll('-', ''),
    `${key}\n`,
    ` ${key}`,
    `${key}0`,
    `${key}\u0000`,
    "' or 1=1",
    '../../etc/passwd',
  ])('rejects %j', (text) => {
    expect(isRecordKey(text)).toBe(false)
  })
})
