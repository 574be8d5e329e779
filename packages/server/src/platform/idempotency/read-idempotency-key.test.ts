import { describe, expect, it } from 'vitest'
import { readIdempotencyKey } from './read-idempotency-key.ts'

describe('readIdempotencyKey', () => {
  it('is undefined without the header', () => {
    expect(readIdempotencyKey(undefined)).toBeUndefined()
  })

  it.each([
    ['8e03978e-40d5-43dd-bc93-6894a57f9324', '8e03978e-40d5-43dd-bc93-6894a57f9324'],
    ['"8e03978e-40d5-43dd-bc93-6894a57f9324"', '8e03978e-40d5-43dd-bc93-6894a57f9324'],
    ['"a \\"b\\" \\\\ c"', 'a "b" \\ c'],
    ['order 5, part 6', 'order 5, part 6'],
    ['a"b', 'a"b'],
    ['x'.repeat(255), 'x'.repeat(255)],
    [`"${'x'.repeat(255)}"`, 'x'.repeat(255)],
  ])('reads %s', (header, key) => {
    expect(readIdempotencyKey(header)).toBe(key)
  })

  it.each(['', '""', '"', '"a', '"a"b', '"a\\b"', 'ä', 'a\tb', 'x'.repeat(256), `"${'x'.repeat(256)}"`])(
    'rejects %j',
    (header) => {
      expect(() => readIdempotencyKey(header)).toThrow(
        expect.objectContaining({
          code: 'invalid_request',
          body: { details: [{ field: 'Idempotency-Key', message: expect.stringContaining('255') }] },
        }),
      )
    },
  )
})
