import { findProject } from '../../client/find-project.ts'
import { openClient } from '../../client/open-client.ts'
import { configPath, readConfig, writeConfig } from '../../config/config-file.ts'
import { findCredentials, profileName } from '../../config/credentials.ts'
import type { CommonOptions, Context } from '../../context.ts'
import { usageError } from '../../errors.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'

export async function useProject(
  context: Context,
  wanted: string,
  options: CommonOptions,
): Promise<ExitCode> {
  const { env, output } = context
  const { source, ...profile } = await findCredentials(env, options.profile)
  if (source === 'environment')
    throw usageError('The key comes from the environment, which has no profile. Set INLET_PROJECT instead.')
  const project = await findProject(openClient(context, profile), wanted)
  const name = profileName(env, options.profile)
  const path = configPath(env)
  const { profiles } = await readConfig(path)
  const saved = { ...profile, project: String(project.id) }
  await writeConfig(path, { profiles: { ...profiles, [name]: saved } })
  output.say(`Imports with profile "${name}" go to ${project.label} unless --project says otherwise.`)
  if (output.isJson) output.record({ profile: name, project_id: project.id })
  return exitCodes.done
}
