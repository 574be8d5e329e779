/** Checks the local configuration and the journals. */
import { access, constants, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { configPath, findOpenRights } from '../../config/config-file.ts'
import type { Credentials } from '../../config/credentials.ts'
import { type Env, stateFolder } from '../../config/folders.ts'
import { type CheckResult, failed, ok } from './check-result.ts'

export async function checkConfig(env: Env, { source, url }: Credentials): Promise<CheckResult> {
  const check = 'configuration'
  if (source === 'environment') return ok(check, `from the environment, for ${url}`)
  const path = configPath(env)
  const open = (await findOpenRights(path)) ?? (await findOpenRights(dirname(path)))
  if (open === undefined) return ok(check, `${source} in ${path}, for ${url}`)
  return failed(check, {
    what: `${path} can be read by other users of this machine (permissions ${open}).`,
    why: 'It contains the secret of your key. A program other than inlet has copied or changed it.',
    fix: `chmod 700 "${dirname(path)}" && chmod 600 "${path}"; if others may have read it, ask an operator to rotate the key.`,
  })
}

export async function checkJournals(env: Env): Promise<CheckResult> {
  const check = 'journal'
  const folder = stateFolder(env)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await access(folder, constants.W_OK)
    return ok(check, `kept in ${folder}`)
  } catch (error) {
    return failed(check, {
      what: `${folder} cannot be written to.`,
      why: `Imports keep their journal there and cannot start without it. ${error instanceof Error ? error.message : ''}`,
      fix: 'Change the owner of the folder, or set XDG_STATE_HOME to another one.',
    })
  }
}
