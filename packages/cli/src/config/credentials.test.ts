import { chmod, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeFolder } from '../../test/folder.ts'
import { configPath, findOpenRights, readConfig, writeConfig } from './config-file.ts'
import { checkUrl, findCredentials, isPlainText } from './credentials.ts'
import { configFolder, stateFolder } from './folders.ts'

const profile = { url: 'https://inlet.example', clientId: 'id', clientSecret: 'secret' }
const other = { url: 'https://staging.example', clientId: 'id-2', clientSecret: 'secret-2' }
const given = { INLET_URL: 'https://env.example/', INLET_CLIENT_ID: 'e', INLET_CLIENT_SECRET: 's' }

async function setUp(profiles = { default: profile, staging: other }) {
  const env = { XDG_CONFIG_HOME: await makeFolder() }
  await writeConfig(configPath(env), { profiles })
  return env
}

describe('the configuration', () => {
  it('makes the configuration readable by its owner only, even if it was not before', async () => {
    const env = await setUp()
    const path = configPath(env)
    expect([(await stat(path)).mode & 0o777, (await stat(dirname(path))).mode & 0o777]).toEqual([
      0o600, 0o700,
    ])
    await chmod(path, 0o644)
    await chmod(dirname(path), 0o755)
    expect(await findOpenRights(path)).toBe('644')
    await writeConfig(path, { profiles: {} })
    expect([await findOpenRights(path), await findOpenRights(dirname(path))]).toEqual([undefined, undefined])
  })

  it('says what to do about a damaged configuration', async () => {
    const env = await setUp()
    for (const text of ['{', '[]', '{"profiles":{"a":{"url":1}}}', 'null']) {
      await writeFile(configPath(env), text)
      await expect(readConfig(configPath(env))).rejects.toThrow('inlet login')
    }
  })

  it('uses the XDG folder, and ignores one that is not an absolute path', () => {
    const home = '/home/anna'
    expect(configFolder({ HOME: home })).toBe('/home/anna/.config/inlet')
    expect(configFolder({ HOME: home, XDG_CONFIG_HOME: 'relative' })).toBe('/home/anna/.config/inlet')
    expect(stateFolder({ HOME: home, XDG_STATE_HOME: '/var/state' })).toBe('/var/state/inlet')
  })
})

describe('credentials', () => {
  it('come from --profile, else the environment, else the default profile', async () => {
    const env = await setUp()
    expect(await findCredentials(env)).toEqual({ ...profile, source: 'profile default' })
    expect(await findCredentials({ ...env, ...given })).toMatchObject({
      url: 'https://env.example',
      source: 'environment',
    })
    expect(await findCredentials({ ...env, ...given }, 'staging')).toMatchObject(other)
    expect(await findCredentials({ ...env, ...given, INLET_PROFILE: 'staging' })).toMatchObject(other)
  })

  it('are never mixed from two sources', async () => {
    const env = await setUp()
    const half = { ...env, INLET_URL: 'https://evil.example' }
    await expect(findCredentials(half)).rejects.toMatchObject({ exitCode: 2, message: /INLET_CLIENT_ID/ })
  })

  it('say how to log in when they are missing', async () => {
    const env = { XDG_CONFIG_HOME: await makeFolder() }
    await expect(findCredentials(env)).rejects.toMatchObject({ exitCode: 4, code: 'not_logged_in' })
    await expect(findCredentials(await setUp(), 'nope')).rejects.toThrow(
      'Existing profiles: default, staging.',
    )
  })
})

describe('addresses', () => {
  it('normalizes addresses', () => {
    expect(checkUrl(' https://inlet.example/base// ')).toBe('https://inlet.example/base')
    expect(checkUrl('HTTP://LOCALHOST:3000')).toBe('http://localhost:3000')
  })

  it.each(['inlet.example', 'ftp://x', 'https://user:pw@x', 'https://x?a=1', ''])(
    'rejects the address "%s"',
    (text) => {
      expect(() => checkUrl(text)).toThrow('is not an address')
    },
  )

  it('detects unencrypted addresses, except on loopback', () => {
    expect(
      ['http://x', 'https://x', 'http://localhost', 'http://127.0.0.1:1', 'http://[::1]'].map(isPlainText),
    ).toEqual([true, false, false, false, false])
  })
})
