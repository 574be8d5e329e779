import { describe, expect, it } from 'vitest'
import { createAllowedDestinations } from './allowed-destinations.ts'
import { checkDestination, judgeAddresses } from './destination.ts'

const none = createAllowedDestinations([])
const listed = createAllowedDestinations(['hooks.internal', '10.0.0.0/8', '::1'])
const namesOnly = createAllowedDestinations(['hooks.internal'])

const verdictOf = (url: string, allowed = none) => {
  const result = checkDestination(url, allowed)
  return result.kind === 'refused' ? result.reason : result.hostname
}

describe('checkDestination', () => {
  it.each([
    ['https://hooks.example/path?x=1', 'hooks.example'],
    ['https://hooks.example:8443/', 'hooks.example'],
    ['https://8.8.8.8/', '8.8.8.8'],
    ['https://[2606:4700::1111]/', '2606:4700::1111'],
    ['HTTPS://HOOKS.example', 'hooks.example'],
  ])('accepts %s', (url, hostname) => {
    expect(verdictOf(url)).toBe(hostname)
  })

  it.each([
    '',
    'hooks.example',
    '/path',
    'http://hooks.example/',
    'ftp://hooks.example/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://',
    'https://user@hooks.example/',
    'https://user:pw@hooks.example/',
    'https://:pw@hooks.example/',
    'https://hooks.example/#a',
    'https://hooks.example/#',
    'https://a b/',

    ' https://hooks.example/',
    'https://hooks.example/\n',
    'https://hooks\t.example/',
    'https://a:99999/',
    'https://[fe80::1%25eth0]/',
    'https://[::1%lo]/',
    'https://1.2.3.4.5/',
    'https://256.1.1.1/',
  ])('refuses the URL %j', (url) => {
    expect(verdictOf(url)).toBe('refused_url')
  })

  it('refuses a URL of more than 2,000 characters', () => {
    const url = 'https://hooks.example/'.padEnd(2_000, 'a')
    expect(verdictOf(url)).toBe('hooks.example')
    expect(checkDestination(`${url}a`, none)).toEqual({
      kind: 'refused',
      reason: 'refused_url',
      message: 'The URL has 2001 characters; the maximum is 2000.',
    })
  })

  it.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0177.0.0.1/',
    'https://0x7f.1/',
    'https://127.1/',

    'https://127.0.0.1./',
    'https://１２７.０.０.１/',
    'https://127。0。0。1/',
    'https://%31%32%37.0.0.1/',
    'https://0/',

    'https:127.0.0.1',
    'https:\\\\127.0.0.1\\',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::]/',

    'https://10.0.0.1/',
    'https://169.254.169.254/latest',
    'https://[fd00:ec2::254]/',
    'https://[64:ff9b::a00:1]/',
  ])('refuses the address in %s', (url) => {
    expect(verdictOf(url)).toBe('refused_address')
  })

  it('allows http and private addresses for what the operator lists', () => {
    expect(verdictOf('http://hooks.internal/', listed)).toBe('hooks.internal')
    expect(verdictOf('http://10.1.2.3:8080/', listed)).toBe('10.1.2.3')
    expect(verdictOf('https://10.1.2.3/', listed)).toBe('10.1.2.3')
    expect(verdictOf('http://[::1]/', listed)).toBe('::1')
    expect(verdictOf('https://192.168.0.1/', listed)).toBe('refused_address')
    expect(verdictOf('http://8.8.8.8/', listed)).toBe('refused_url')
    expect(verdictOf('ftp://hooks.internal/', listed)).toBe('refused_url')
  })

  it('leaves http to a host name open if it may belong to a listed network', () => {
    expect(verdictOf('http://other.internal/', listed)).toBe('other.internal')
    expect(verdictOf('http://other.internal/', namesOnly)).toBe('refused_url')
  })
})

describe('judgeAddresses', () => {
  it.each([
    ['hooks.example', ['8.8.8.8', '2606:4700::1111'], 'public'],
    ['hooks.example', ['8.8.8.8', '127.0.0.1'], 'refused'],
    ['hooks.example', ['127.0.0.1', '8.8.8.8'], 'refused'],
    ['hooks.example', ['10.0.0.1', '::1'], 'listed'],
    ['hooks.example', ['10.0.0.1', '8.8.8.8'], 'refused'],
    ['hooks.example', ['10.0.0.1', '192.168.0.1'], 'refused'],
    ['hooks.internal', ['192.168.0.1', '8.8.8.8'], 'listed'],
  ])('judges %s with the addresses %j as %s', (hostname, addresses, expected) => {
    expect(judgeAddresses(hostname, addresses, listed)).toBe(expected)
  })
})
