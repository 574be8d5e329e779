/** Starts a complete Inlet for the tests of the SDK, creates keys, and builds the package for publishing. */
import type { TestProject } from 'vitest/node'
import { adminOf } from '../../../scripts/programs/admin-of.ts'
import { buildSdk } from '../../../scripts/sdk/build-sdk.ts'
import { startSystem } from '../../../scripts/system.ts'
import { importScopes } from '../../contract/src/scopes.ts'

interface Key {
  clientId: string
  clientSecret: string
}

declare module 'vitest' {
  interface ProvidedContext {
    baseUrl: string
    /** With a call limit that no test reaches. */
    key: Key
    /** With the default call limit, for the tests of pacing. */
    usualKey: Key
    /** May read the event log too. */
    eventKey: Key
  }
}

export default async function setup(project: TestProject) {
  buildSdk()
  const system = await startSystem({
    apis: 1,
    workers: 1,
    // The tests serve the files of imports from URLs.
    env: { INLET_DOWNLOAD_ALLOWED: '127.0.0.1' },
  })
  const admin = adminOf(system.env)
  const makeKey = async (...args: string[]): Promise<Key> => {
    const key = await admin('key', 'create', '--user', 'sdk@example.org', ...args)
    return { clientId: String(key['client_id']), clientSecret: String(key['client_secret']) }
  }
  try {
    const [baseUrl = ''] = system.apiUrls
    const team = await admin('team', 'create', 'SDK')
    await admin('user', 'create', 'sdk@example.org', '--team', String(team['id']), '--role', 'full')
    project.provide('baseUrl', baseUrl)
    project.provide('key', await makeKey('--limit', '1000'))
    project.provide('usualKey', await makeKey())
    const scopes = [
      ...importScopes,
      'event:read',
      'webhook:write',
      'insight:read',
      'file:read',
      'survey:read',
      'project:manage',
      'export:write',
    ].join(',')
    project.provide('eventKey', await makeKey('--limit', '1000', '--scopes', scopes))
  } catch (error) {
    await system.stop()
    throw error
  }
  return () => system.stop()
}
