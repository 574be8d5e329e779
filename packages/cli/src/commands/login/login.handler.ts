import { text } from 'node:stream/consumers'
import { issueToken } from '../../client/issue-token.ts'
import { configPath, type Profile, readConfig, writeConfig } from '../../config/config-file.ts'
import { checkUrl, isPlainText, profileName } from '../../config/credentials.ts'
import type { CommonOptions, Context } from '../../context.ts'
import { usageError } from '../../errors.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'
import { ask, askHidden } from './ask.ts'

export interface LoginOptions extends CommonOptions {
  url?: string
  clientId?: string
  secretStdin: boolean
}

export async function login(context: Context, options: LoginOptions): Promise<ExitCode> {
  const { output, env } = context
  const name = profileName(env, options.profile)
  const path = configPath(env)
  const config = await readConfig(path)
  const profile = await gather(context, options, config.profiles[name]?.url)
  if (isPlainText(profile.url))
    output.warn(`${profile.url} is not encrypted: the secret can be intercepted. Use https if possible.`)
  const { scopes } = await issueToken(context.fetch, profile)
  const before = config.profiles[name]
  // A new key for the same service keeps the default project.
  const project = before?.url === profile.url ? before.project : undefined
  const saved = { ...profile, ...(project !== undefined && { project }) }
  await writeConfig(path, { profiles: { ...config.profiles, [name]: saved } })
  output.say(`Logged in. The key is saved in ${path} as profile "${name}".`)
  output.record({ profile: name, url: profile.url, client_id: profile.clientId, scopes })
  return exitCodes.done
}

async function gather(context: Context, options: LoginOptions, before?: string): Promise<Profile> {
  const { env, stdin, output } = context
  const isAsking = stdin.isTTY === true && output.isTerminal && !options.secretStdin
  const given = {
    url: options.url ?? env['INLET_URL'],
    clientId: options.clientId ?? env['INLET_CLIENT_ID'],
    clientSecret: options.secretStdin ? (await text(stdin)).trim() : env['INLET_CLIENT_SECRET'],
  }
  if (isAsking) {
    const usual = before === undefined ? '' : ` [${before}]`
    given.url ||= (await ask(context, `Address of the service${usual}: `)) || before
    // Validated before the next prompt.
    given.url = checkUrl(given.url ?? '')
    given.clientId ||= await ask(context, 'Client id: ')
    given.clientSecret ||= await askHidden(context, 'Client secret (not shown): ')
  }
  const missing = [
    !given.url && '--url or INLET_URL',
    !given.clientId && '--client-id or INLET_CLIENT_ID',
    !given.clientSecret && '--secret-stdin or INLET_CLIENT_SECRET',
  ].filter((one) => one !== false)
  if (missing.length > 0)
    throw usageError(`Missing: ${missing.join('; ')}. On a terminal, "inlet login" prompts for them.`)
  const { url = '', clientId = '', clientSecret = '' } = given
  return { url: checkUrl(url), clientId: clientId.trim(), clientSecret }
}
