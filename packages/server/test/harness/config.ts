import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { type Config, readConfig } from '../../src/platform/config/config.ts'

const defaultModelsDir = fileURLToPath(new URL('../../../../.data/models', import.meta.url))

export const testSecret = 'a-secret-for-tests-only-0123456789abcdef'

/** The environment of a process under test: the given database, the shared object store, silent logs. */
export function testEnv(databaseUrl: string, overrides: Record<string, string> = {}): Record<string, string> {
  const s3 = Object.entries(process.env).filter(([name]) => name.startsWith('S3_')) as [string, string][]
  return {
    ...Object.fromEntries(s3),
    DATABASE_URL: databaseUrl,
    INLET_PUBLIC_URL: 'http://inlet.test',
    INLET_SECRET: testSecret,
    INLET_LOG_LEVEL: 'error',
    INLET_MODELS_DIR: process.env['INLET_MODELS_DIR'] ?? defaultModelsDir,
    ...overrides,
  }
}

/** What a process under test inherits: its path, Node's cache of compiled modules, and the recorder of SQL statements. */
export function inheritedEnv(): Record<string, string> {
  const names = ['PATH', 'NODE_COMPILE_CACHE', 'NODE_OPTIONS', 'INLET_RECORD_SQL']
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
}

export function testConfig(databaseUrl: string, overrides: Record<string, string> = {}): Config {
  return readConfig(testEnv(databaseUrl, overrides))
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
