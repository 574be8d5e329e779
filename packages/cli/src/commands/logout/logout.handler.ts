import { configPath, readConfig, writeConfig } from '../../config/config-file.ts'
import { profileName } from '../../config/credentials.ts'
import type { CommonOptions, Context } from '../../context.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'

export async function logout({ env, output }: Context, { profile }: CommonOptions): Promise<ExitCode> {
  const name = profileName(env, profile)
  const path = configPath(env)
  const { profiles } = await readConfig(path)
  const { [name]: forgotten, ...rest } = profiles
  if (forgotten) await writeConfig(path, { profiles: rest })
  output.say(forgotten ? `Deleted the key of profile "${name}".` : `There is no profile "${name}".`)
  if (output.isJson) output.record({ profile: name, was_logged_in: forgotten !== undefined })
  return exitCodes.done
}
