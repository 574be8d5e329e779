/**
 * Which service and key a command uses: the profile of `--profile`, else the environment, else the default profile. The
 * environment is used only if it is complete, so that the secret of one service is never sent to another.
 */
import { CliError, usageError } from '../errors.ts'
import { exitCodes } from '../exit-codes.ts'
import { configPath, defaultProfile, type Profile, readConfig } from './config-file.ts'
import type { Env } from './folders.ts'

export interface Credentials extends Profile {
  /** Where they come from: `profile NAME` or `environment`. */
  source: string
}

const variables = {
  url: 'INLET_URL',
  clientId: 'INLET_CLIENT_ID',
  clientSecret: 'INLET_CLIENT_SECRET',
} as const

export async function findCredentials(env: Env, profile?: string): Promise<Credentials> {
  const name = profile ?? env['INLET_PROFILE']
  const given = name === undefined ? fromEnvironment(env) : undefined
  if (given) return given
  const { profiles } = await readConfig(configPath(env))
  const found = profiles[name ?? defaultProfile]
  if (found) return { ...found, source: `profile ${name ?? defaultProfile}` }
  const message =
    name === undefined
      ? 'Not logged in. Run "inlet login", or set INLET_URL, INLET_CLIENT_ID and INLET_CLIENT_SECRET.'
      : `There is no profile "${name}". ${known(Object.keys(profiles))}Run "inlet login --profile ${name}" to create it.`
  throw new CliError(message, { code: 'not_logged_in', exitCode: exitCodes.denied })
}

/** The profile that a command reads or writes. */
export function profileName(env: Env, given?: string): string {
  return given ?? env['INLET_PROFILE'] ?? defaultProfile
}

function fromEnvironment(env: Env): Credentials | undefined {
  const names = Object.values(variables)
  const missing = names.filter((name) => !env[name])
  if (missing.length === names.length) return undefined
  if (missing.length > 0) {
    const set = names.filter((name) => env[name]).join(' and ')
    throw usageError(`${set} is set, but not ${missing.join(' and ')}. Set all three or none.`)
  }
  return {
    url: checkUrl(env[variables.url] ?? ''),
    clientId: env[variables.clientId] ?? '',
    clientSecret: env[variables.clientSecret] ?? '',
    source: 'environment',
  }
}

/** Without trailing slashes, so that each service has one spelling. */
export function checkUrl(text: string): string {
  const trimmed = text.trim()
  const url = URL.canParse(trimmed) ? new URL(trimmed) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '' || url.hash !== '')
    throw usageError(`"${text}" is not an address such as https://inlet.example.`)
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}

/** Over plain HTTP a secret can be intercepted, except on loopback. */
export function isPlainText(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  const isLocal = hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
  return protocol === 'http:' && !isLocal
}

function known(names: readonly string[]): string {
  return names.length === 0 ? '' : `Existing profiles: ${names.join(', ')}. `
}
