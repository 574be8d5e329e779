// One folder with its own database and object store. Several can run side by side.
import { createHash } from 'node:crypto'
import { rmdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ServiceError } from './errors.ts'
import { readState, type State, stateFile, writeState } from './state.ts'

export type Instance = {
  dir: string
  state: State
  /** Persists the state; call it after every change that a later run needs. */
  save(): void
}

const repositoryDir = resolve(import.meta.dirname, '../..')

export const isRoot = process.getuid?.() === 0

export function chooseDir(wanted: string | undefined): string {
  const dir = resolve(wanted ?? (process.env['INLET_DATA_DIR'] || join(repositoryDir, '.data')))
  // These characters would end a value or start a comment in ceph.conf and postgresql.conf.
  if (/[#;$'"\\\n]/.test(dir))
    throw new ServiceError(`the path of the folder contains a character that Ceph does not support: ${dir}`)
  return dir
}

export function lockFileOf(dir: string): string {
  return join(dir, 'services.lock')
}

export function findInstance(dir: string): Instance | undefined {
  const state = readState(dir)
  return state && { dir, state, save: () => writeState(dir, state) }
}

export function openInstance(dir: string, isEphemeral: boolean): Instance {
  const found = findInstance(dir)
  if (found && isEphemeral && !found.state.isEphemeral) {
    throw new ServiceError(`${dir} contains persistent data: choose another --dir for --ephemeral`)
  }
  if (found) return found
  const state: State = { version: 1, isEphemeral }
  writeState(dir, state)
  return { dir, state, save: () => writeState(dir, state) }
}

/** Folder of PostgreSQL if its user cannot access the instance's folder, for example below /root. */
export function outsideDir(dir: string): string {
  const name = createHash('sha256').update(dir).digest('hex').slice(0, 12)
  return `/var/lib/inlet-services/${name}`
}

/** Removes only what we created: the user chose the folder, and it may contain other files. */
export function removeInstance({ dir, state }: Instance): void {
  if (state.postgres) rmSync(state.postgres.dir, { recursive: true, force: true })
  for (const name of ['ceph', 'run', 'log']) rmSync(join(dir, name), { recursive: true, force: true })
  rmSync(stateFile(dir), { force: true })
  rmSync(lockFileOf(dir), { force: true })
  try {
    rmdirSync(dir)
  } catch {
    // It contains files of the user, so keep it.
  }
}
