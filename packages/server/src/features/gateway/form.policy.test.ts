import { describe, expect, it } from 'vitest'
import { readFormRule } from './form.policy.ts'

const expiration = '2026-11-17T12:00:00Z'
const conditions = [
  ['content-length-range', 0, 1000],
  { 'Content-Type': 'video/mp4' },
  { 'X-Amz-Date': '20261117T110000Z' },
  { key: 'incoming/a' },
]
const policy = { expiration, conditions }
const fields = new Map([
  ['content-type', 'video/mp4'],
  ['x-amz-date', '20261117T110000Z'],
  ['key', 'incoming/a'],
  ['policy', 'signed'],
  ['x-amz-signature', 'abc'],
])
const changed = (name: string, value: string) => new Map(fields).set(name, value)
const without = (name: string) => new Map([...fields].filter(([one]) => one !== name))

describe('readFormRule', () => {
  it('returns what the policy allows', () => {
    expect(readFormRule(policy, fields)).toEqual({
      key: 'incoming/a',
      contentType: 'video/mp4',
      minBytes: 0,
      maxBytes: 1000,
      expiresAt: Date.parse(expiration),
    })
  })

  it('leaves the type open if the policy has none', () => {
    const open = { expiration, conditions: conditions.filter((one) => !('Content-Type' in one)) }
    expect(readFormRule(open, without('content-type'))?.contentType).toBeUndefined()
    expect(readFormRule(open, fields)).toBeUndefined()
  })

  it('ignores fields that are meant to be ignored', () => {
    expect(readFormRule(policy, changed('x-ignore-name', 'a.mp4'))).toBeDefined()
  })

  it.each([
    ['another key', changed('key', 'incoming/b')],
    ['another type', changed('content-type', 'text/html')],
    ['no key', without('key')],
    ['no date', without('x-amz-date')],
    ['a field that is not signed', changed('acl', 'public-read')],
  ])('refuses a form with %s', (_what, given) => {
    expect(readFormRule(policy, given)).toBeUndefined()
  })

  it.each([
    ['nothing', null],
    ['a list', []],
    ['no conditions', { expiration }],
    ['no expiry', { conditions }],
    ['an unknown condition', { expiration, conditions: [...conditions, ['starts-with', '$key', 'in']] }],
    ['a condition that is no text', { expiration, conditions: [...conditions, { 'x-amz-date': 1 }] }],
    ['no size', { expiration, conditions: conditions.slice(1) }],
  ])('refuses a policy that is or has %s', (_what, given) => {
    expect(readFormRule(given, fields)).toBeUndefined()
  })
})
