// State of an instance between runs: ports, secrets, and what has been created completely.
import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ServiceError } from './errors.ts'

export type PostgresState = { isCreated: boolean; dir: string; port: number; password: string }

export type StoreState = {
  isCreated: boolean
  fsid: string
  osdUuid: string
  monitorPort: number
  port: number
  accessKeyId: string
  secretAccessKey: string
}

export type State = {
  version: 1
  /** Ephemeral: kept in memory or without fsync, and removed when stopped. */
  isEphemeral: boolean
  postgres?: PostgresState
  store?: StoreState
}

export function newPostgresState(dir: string): PostgresState {
  return { isCreated: false, dir, port: 0, password: randomBytes(18).toString('base64url') }
}

export function newStoreState(): StoreState {
  return {
    isCreated: false,
    fsid: randomUUID(),
    osdUuid: randomUUID(),
    monitorPort: 0,
    port: 0,
    accessKeyId: randomBytes(10).toString('hex').toUpperCase(),
    secretAccessKey: randomBytes(30).toString('base64url'),
  }
}

export function readState(dir: string): State | undefined {
  const file = stateFile(dir)
  let content: string
  try {
    content = readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw new ServiceError(`${file} cannot be read; check whether it was created by another user`, {
      cause: error,
    })
  }
  const state: unknown = JSON.parse(content)
  if (!isState(state))
    throw new ServiceError(`${file} is from another version: stop its services and delete the file`)
  return state
}

/** Synchronous and by rename, because PostgreSQL and the store start in parallel and both save. */
export function writeState(dir: string, state: State): void {
  const file = stateFile(dir)
  writeFileSync(`${file}.new`, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

export function stateFile(dir: string): string {
  return join(dir, 'services.json')
}

// Only we write the file (mode 600), so only its version can differ.
function isState(value: unknown): value is State {
  return typeof value === 'object' && value !== null && 'version' in value && value.version === 1
}
