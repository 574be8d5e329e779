/** What this machine keeps: the configuration and the journals. */
import { access, constants, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { configPath, findOpenRights } from '../../config/config-file.ts'
import type { Credentials } from '../../config/credentials.ts'
import { type Env, stateFolder } from '../../config/folders.ts'
import { type Finding, failed, ok } from './finding.ts'

export async function checkConfig(env: Env, { source, url }: Credentials): Promise<Finding> {
  const check = 'configuration'
  if (source === 'environment') return ok(check, `from the environment, for ${url}`)
  const path = configPath(env)
  const open = (await findOpenRights(path)) ?? (await findOpenRights(dirname(path)))
  if (open === undefined) return ok(check, `${source} in ${path}, for ${url}`)
  return failed(check, {
    what: `${path} can be read by other users of this machine (rights ${open}).`,
    why: 'It holds the secret of your key. It was copied or changed by another program than inlet.',
    mend: `chmod 700 "${dirname(path)}" && chmod 600 "${path}"; if others may have read it, have the key rotated.`,
  })
}

export async function checkJournals(env: Env): Promise<Finding> {
  const check = 'journal'
  const folder = stateFolder(env)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await access(folder, constants.W_OK)
    return ok(check, `kept in ${folder}`)
  } catch (error) {
    return failed(check, {
      what: `${folder} cannot be written to.`,
      why: `Imports note there what was done, and do not start without. ${error instanceof Error ? error.message : ''}`,
      mend: 'Make the folder yours, or name another one in XDG_STATE_HOME.',
    })
  }
}
