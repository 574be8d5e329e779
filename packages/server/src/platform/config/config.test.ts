import { tmpdir } from 'node:os'
import { describe, expect, it } from 'vitest'
import { commaList, readAdminConfig, readConfig } from './config.ts'
import { readGatewayConfig } from './gateway-config.ts'
import { ConfigError } from './read-settings.ts'

const required = {
  INLET_PUBLIC_URL: 'https://inlet.example',
  INLET_SECRET: '0123456789abcdef0123456789abcdef',
  DATABASE_URL: 'postgres://inlet@db/inlet',
  S3_ENDPOINT: 'http://store:9000',
  S3_BUCKET: 'inlet',
}
const key = { S3_ACCESS_KEY_ID: '12345', S3_SECRET_ACCESS_KEY: 'store-secret' }

function problemsOf(read: () => unknown): string[] {
  try {
    read()
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

const namesIn = (problems: string[]) => problems.map((problem) => problem.split(' ')[0] ?? '')

describe('readConfig', () => {
  it('requires only settings without a default', () => {
    expect(readConfig(required)).toMatchObject({
      ...required,
      INLET_HOST: '127.0.0.1',
      INLET_PORT: 3000,
      INLET_RATE_LIMIT_PER_MINUTE: 20,
      INLET_LOG_LEVEL: 'info',
      INLET_STORAGE_PROBE: 'require',
      INLET_SANDBOX: 'require',
      S3_FORCE_PATH_STYLE: true,
    })
  })

  it('keeps files in a folder that no other user can create first', () => {
    const isRoot = process.getuid?.() === 0
    const folder = (env: NodeJS.ProcessEnv) => readConfig({ ...required, ...env }).INLET_WORK_DIR
    const given = { XDG_CACHE_HOME: '/home/a/cache' }
    expect(folder(given)).toBe(isRoot ? '/var/cache/inlet/work' : '/home/a/cache/inlet/work')
    expect(folder({}).startsWith(tmpdir())).toBe(false)
    expect(folder({ ...given, INLET_WORK_DIR: '/srv/work' })).toBe('/srv/work')
  })

  it('lists every missing variable at once, each with its description', () => {
    const problems = problemsOf(() => readConfig({}))
    expect(namesIn(problems).toSorted()).toEqual(Object.keys(required).toSorted())
    expect(problems).toContain('DATABASE_URL is not set. Connection URL of PostgreSQL 15 or newer.')
  })

  it('requires the URL of a gateway that is always used, and a secret that all processes have', () => {
    const missingWith = (
      given: Record<string, string>,
      read: (env: NodeJS.ProcessEnv) => unknown = readConfig,
    ) => namesIn(problemsOf(() => read({ ...required, ...given })))
    const url = { INLET_GATEWAY_URL: 'https://uploads.example' }
    expect(missingWith({ INLET_GATEWAY: 'always' })).toEqual(['INLET_GATEWAY_URL'])
    expect(missingWith(url)).toEqual(['INLET_GATEWAY_SECRET'])
    expect(missingWith({ ...url, ...key })).toEqual([])
    expect(missingWith({ ...url, INLET_GATEWAY_SECRET: 'x'.repeat(32) })).toEqual([])
    expect(missingWith({ ...url, INLET_GATEWAY: 'never' })).toEqual([])
    expect(missingWith(key, readGatewayConfig)).toEqual(['INLET_GATEWAY_URL'])
  })

  it('needs no database and no secret of the service for the gateway', () => {
    const { S3_ENDPOINT, S3_BUCKET } = required
    const given = { S3_ENDPOINT, S3_BUCKET, ...key, INLET_GATEWAY_URL: 'https://uploads.example' }
    expect(readGatewayConfig(given)).toMatchObject({ ...given, INLET_GATEWAY_PORT: 3002 })
  })

  it('accepts a whole access key or none, and no half of one', () => {
    const missingWith = (given: Record<string, string>) =>
      namesIn(problemsOf(() => readConfig({ ...required, ...given })))
    expect(missingWith(key)).toEqual([])
    expect(missingWith({ ...key, S3_SESSION_TOKEN: 'temporary' })).toEqual([])
    expect(missingWith({ S3_ACCESS_KEY_ID: '12345' })).toEqual(['S3_SECRET_ACCESS_KEY'])
    expect(missingWith({ S3_SECRET_ACCESS_KEY: 'store-secret' })).toEqual(['S3_ACCESS_KEY_ID'])
    expect(missingWith({ S3_SESSION_TOKEN: 'temporary' })).toEqual(Object.keys(key))
  })

  it('names every wrong entry in the list of allowed destinations', () => {
    const problemsWith = (INLET_OUTBOUND_ALLOWED: string) =>
      problemsOf(() => readConfig({ ...required, INLET_OUTBOUND_ALLOWED }))
    expect(problemsWith('hooks.internal, *.corp.example,10.0.0.0/8,::1')).toEqual([])
    expect(problemsWith('10.0.0.0/33,hooks.internal,http://a').map((text) => text.split('. ')[0])).toEqual([
      'INLET_OUTBOUND_ALLOWED has the invalid entry "10.0.0.0/33"',
      'INLET_OUTBOUND_ALLOWED has the invalid entry "http://a"',
    ])
  })

  it.each(['true', '3.9', '0x10', '1e3', '70000', '-1'])('does not accept %s as a port', (INLET_PORT) => {
    expect(namesIn(problemsOf(() => readConfig({ ...required, INLET_PORT })))).toEqual(['INLET_PORT'])
  })

  it.each([
    ['http://s', true],
    ['https://inlet.example:8443/base', true],
    ['https://inlet.example/', false],
    ['https://a.example ', false],
    ['https://a b', false],
    ['https://a.example?x', false],
    ['http://:99', false],
  ])('accepts or rejects the address %s: %s', (INLET_PUBLIC_URL, isGood) => {
    expect(problemsOf(() => readConfig({ ...required, INLET_PUBLIC_URL })).length).toBe(isGood ? 0 : 1)
  })

  it('lists all mistakes together with the accepted values', () => {
    const bad = {
      INLET_LOG_LEVEL: 'loud',
      INLET_PORT: 'x',
      DATABASE_POOL_SIZE: '1',
      INLET_WORKER_SLOTS: '0',
      S3_BUCKET: 'B',
    }
    const problems = problemsOf(() =>
      readConfig({ ...bad, INLET_STORAGE_PROBE: 'x', INLET_SHUTDOWN_SECONDS: '0' }),
    )
    expect(problems.length).toBe(5 + 6)
    expect(problems.find((problem) => problem.startsWith('INLET_LOG_LEVEL'))).toContain('warn, info')
  })

  it('lists missing and bad variables together', () => {
    const { DATABASE_URL: _, ...rest } = required
    const problems = problemsOf(() => readConfig({ ...rest, INLET_PORT: '70000', S3_BUCKET: 'Not A Bucket' }))
    expect(namesIn(problems).toSorted()).toEqual(['DATABASE_URL', 'INLET_PORT', 'S3_BUCKET'])
  })
})

describe('values of settings', () => {
  it('lists all problems in the message, one per line', () => {
    const problems = problemsOf(() => readConfig({}))
    const { message } = new ConfigError(problems)
    expect(message.split('\n')).toHaveLength(problems.length + 1)
  })

  it('never prints the value of a bad secret', () => {
    const [problem] = problemsOf(() => readConfig({ ...required, INLET_SECRET: 'hunter2' }))
    expect(problem).toMatch(/^INLET_SECRET /)
    expect(problem).not.toContain('hunter2')
  })

  it('treats an empty variable as not set', () => {
    expect(readConfig({ ...required, INLET_PORT: '', S3_PUBLIC_ENDPOINT: '' })).toEqual(readConfig(required))
    expect(namesIn(problemsOf(() => readConfig({ ...required, S3_BUCKET: '' })))).toEqual(['S3_BUCKET'])
  })

  it('converts numbers and booleans, and nothing else', () => {
    const config = readConfig({ ...required, INLET_PORT: '8080', S3_FORCE_PATH_STYLE: 'false', ...key })
    expect(config).toMatchObject({ INLET_PORT: 8080, S3_FORCE_PATH_STYLE: false, S3_ACCESS_KEY_ID: '12345' })
  })

  it.each([
    ['INLET_PORT', '12abc'],
    ['INLET_PORT', '-1'],
    ['INLET_RATE_LIMIT_PER_MINUTE', '0'],
    ['INLET_LOG_LEVEL', 'loud'],
    ['INLET_WORK_DIR', 'relative/folder'],
    ['INLET_WORK_DIR_MIN_FREE_MB', '-1'],
    ['INLET_SANDBOX', 'off'],
    ['INLET_PUBLIC_URL', 'https://inlet.example/'],
    ['INLET_PUBLIC_URL', 'inlet.example'],
    ['DATABASE_URL', 'mysql://db'],
    ['S3_PUBLIC_ENDPOINT', 'store'],
    ['S3_FORCE_PATH_STYLE', 'perhaps'],
  ])('refuses %s=%s', (name, value) => {
    expect(namesIn(problemsOf(() => readConfig({ ...required, [name]: value })))).toEqual([name])
  })

  it('requires all single sign-on settings or none', () => {
    const half = { ...required, INLET_OIDC_ISSUER: 'https://idp.example/realm/' }
    expect(namesIn(problemsOf(() => readConfig(half)))).toEqual([
      'INLET_OIDC_CLIENT_ID',
      'INLET_OIDC_CLIENT_SECRET',
    ])
    const whole = { ...half, INLET_OIDC_CLIENT_ID: 'inlet', INLET_OIDC_CLIENT_SECRET: 'x' }
    expect(readConfig(whole)).toMatchObject({ INLET_OIDC_SCOPES: 'openid email profile' })
  })

  it('requires a sender with an SMTP server, and accepts passwords with encoded characters', () => {
    const half = { ...required, INLET_SMTP_URL: 'smtp://ada:p%40ss@mail.example:587' }
    expect(() => readConfig(half)).toThrow('INLET_MAIL_FROM is not set.')
    const whole = { ...half, INLET_MAIL_FROM: 'Inlet <inlet@example.org>' }
    expect(readConfig(whole)).toMatchObject({ INLET_MAIL_FROM: 'Inlet <inlet@example.org>' })
    for (const from of ['Inlet', 'a@example.org\r\nBcc: b@example.org', '@example.org'])
      expect(() => readConfig({ ...whole, INLET_MAIL_FROM: from })).toThrow('INLET_MAIL_FROM')
    for (const url of ['mail.example', 'http://mail.example', 'smtp://mail.example/x'])
      expect(() => readConfig({ ...whole, INLET_SMTP_URL: url })).toThrow('INLET_SMTP_URL')
  })

  it('ignores unknown variables', () => {
    expect(readConfig({ ...required, PATH: '/bin' })).not.toHaveProperty('PATH')
  })
})

describe('readAdminConfig', () => {
  it('requires only the database and the secret', () => {
    const { DATABASE_URL, INLET_SECRET } = required
    expect(readAdminConfig({ DATABASE_URL, INLET_SECRET, INLET_PORT: 'bad' })).toEqual({
      DATABASE_URL,
      INLET_SECRET,
      INLET_LOG_LEVEL: 'info',
    })
    expect(namesIn(problemsOf(() => readAdminConfig({}))).toSorted()).toEqual([
      'DATABASE_URL',
      'INLET_SECRET',
    ])
  })
})

describe('commaList', () => {
  it('trims its items and drops empty ones', () => {
    expect(commaList(' a, b ,,c,')).toEqual(['a', 'b', 'c'])
    expect(commaList('')).toEqual([])
  })
})
