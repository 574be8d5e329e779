import { configPath, readConfig, usualProfile, writeConfig } from '../../config/config-file.ts'
import type { CommonOptions, Context } from '../../context.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'

export async function logout({ env, output }: Context, { profile }: CommonOptions): Promise<ExitCode> {
  const name = profile ?? env['INLET_PROFILE'] ?? usualProfile
  const path = configPath(env)
  const { profiles } = await readConfig(path)
  const { [name]: forgotten, ...rest } = profiles
  if (forgotten) await writeConfig(path, { profiles: rest })
  output.say(forgotten ? `The key of profile "${name}" is forgotten.` : `There was no profile "${name}".`)
  if (output.isJson) output.record({ profile: name, was_logged_in: forgotten !== undefined })
  return exitCodes.done
}
