/** The operator's command line, run as an operator runs it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { testSecret } from '../../../test/harness/config.ts'

const script = fileURLToPath(new URL('../../bin/admin.ts', import.meta.url))

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

interface Ended {
  code: number | null
  out: string
  err: string
}

async function admin(args: string[], env: Record<string, string> = {}): Promise<Ended> {
  const settings = { DATABASE_URL: app.databaseUrl, INLET_SECRET: testSecret, ...env }
  const child = spawn(process.execPath, [script, ...args], {
    env: settings,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code: child.exitCode, out, err }
}

describe('inlet-admin', () => {
  it('makes a team, a person and a key, and tells the secret once', async () => {
    const team = await admin(['team', 'create', 'Café & Söhne', '--json'])
    expect(team.code).toBe(0)
    const { id } = JSON.parse(team.out) as { id: number }
    expect(
      (await admin(['user', 'create', 'zoë@example.org', '--team', String(id), '--role', 'admin'])).code,
    ).toBe(0)
    const key = await admin(['key', 'create', '--user', 'ZOË@example.org', '--name', 'nightly'])
    expect(key).toMatchObject({ code: 0, err: expect.stringContaining('not shown again') })
    const secret = /client_secret\s+(\S+)/.exec(key.out)?.[1] ?? ''
    expect(secret).toMatch(/^inlet_sk_/)
    const listed = await admin(['key', 'list', '--team', String(id)])
    expect(listed.out).toContain('nightly')
    expect(listed.out).not.toContain(secret)
    const { rows } = await sql<{ dump: string }>`
      select string_agg(k::text || s::text, '') as dump from api_key k, api_key_secret s`.execute(app.deps.db)
    expect(rows[0]?.dump).not.toContain(secret)
  })

  it('keeps data on stdout and talk on stderr, also for an empty list', async () => {
    const { id } = JSON.parse((await admin(['team', 'create', 'Empty', '--json'])).out) as { id: number }
    expect(await admin(['project', 'list', '--team', String(id)])).toEqual({
      code: 0,
      out: '',
      err: 'Nothing there yet.\n',
    })
    expect((await admin(['project', 'list', '--team', String(id), '--json'])).out).toBe('[]\n')
  })

  it.each([
    [
      'a person that does not exist',
      ['key', 'create', '--user', 'nobody@example.org'],
      1,
      'There is no user',
    ],
    [
      'a team that does not exist',
      ['team', 'set', '999999', '--project-creation', 'off'],
      1,
      'There is no team',
    ],
    ['a key that does not exist', ['key', 'revoke', 'nope'], 1, 'There is no key'],
    ['a deletion that was not confirmed', ['project', 'delete', '1'], 1, 'Add --yes'],
    ['an end of all tokens that was not confirmed', ['signing-key', 'rotate', '--now'], 1, 'Add --yes'],
    [
      'a role that is none',
      ['user', 'create', 'a@b', '--team', '1', '--role', 'boss'],
      2,
      'Choose one of: full',
    ],
    ['a command that is none', ['teem', 'list'], 2, 'unknown command'],
    ['a missing option', ['user', 'list'], 2, '--team'],
  ])('refuses %s and says what to do', async (_case, args, code, words) => {
    const ended = await admin(args)
    expect([ended.code, ended.out]).toEqual([code, ''])
    expect(ended.err).toContain(words)
  })

  it('explains itself, and refuses to start without its settings', async () => {
    const help = await admin(['--help'])
    expect([help.code, help.out]).toEqual([0, expect.stringContaining('Exit codes')])
    const lost = await admin(['team', 'list'], { DATABASE_URL: '', INLET_SECRET: 'short' })
    expect(lost.code).toBe(78)
    expect(lost.err).toContain('DATABASE_URL is not set')
    expect(lost.err).toContain('INLET_SECRET')
    expect(lost.err).not.toContain('S3_')
  })
})
