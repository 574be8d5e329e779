import { describe, expect, it } from 'vitest'
import { createAllowedDestinations, isAllowedEntry } from './allowed-destinations.ts'

describe('isAllowedEntry', () => {
  it.each([
    'hooks.internal',
    'localhost',
    'Hooks.Example.',
    '*.corp.example',
    'bücher.example',
    'my_host',
    'a-b',
    '10.0.0.1',
    '10.0.0.0/8',
    '0.0.0.0/0',
    '::1',
    'fd00::/8',
    '::/0',
    '10.1.2.3/32',
    '2001:db8::1/128',
  ])('accepts %s', (entry) => {
    expect(isAllowedEntry(entry)).toBe(true)
  })

  it.each([
    '',
    '*',
    '*.',
    '*.*.a',
    'a.*',
    'a..b',
    '.a',
    'a b',
    'http://a',
    'a:80',
    'a/b',
    'u@a',
    'a%20b',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '10.0.0',
    '127.1',
    '0x7f',
    '::/129',
    'fe80::1%eth0',
    '[::1]',
    '10.0.0.0/255.0.0.0',
    '*.10.0.0.1',
    '10.0.0.0/1e1',
  ])('rejects %j', (entry) => {
    expect(isAllowedEntry(entry)).toBe(false)
  })
})

describe('createAllowedDestinations', () => {
  const allowed = createAllowedDestinations([
    'Hooks.internal',
    '*.corp.example',
    'bücher.example',
    '10.0.0.0/8',
    '::1',
  ])

  it.each([
    ['hooks.internal', true],
    ['hooks.internal.', true],
    ['a.hooks.internal', false],
    ['xhooks.internal', false],
    ['corp.example', false],
    ['a.corp.example', true],
    ['a.b.corp.example', true],
    ['acorp.example', false],
    ['xn--bcher-kva.example', true],
    ['10.0.0.1', false],
  ])('compares the host name %s: %s', (hostname, expected) => {
    expect(allowed.includesName(hostname)).toBe(expected)
  })

  it.each([
    ['10.255.255.255', true],
    ['11.0.0.0', false],
    ['::1', true],
    ['::2', false],
    ['::ffff:10.0.0.1', true],
    ['::1%lo', false],
    ['hooks.internal', false],
  ])('compares the address %s: %s', (address, expected) => {
    expect(allowed.includesAddress(address)).toBe(expected)
  })

  it('allows nothing by default', () => {
    const none = createAllowedDestinations([])
    expect(none.hasNetworks).toBe(false)
    expect(none.includesName('localhost')).toBe(false)
    expect(none.includesAddress('10.0.0.1')).toBe(false)
  })
})
