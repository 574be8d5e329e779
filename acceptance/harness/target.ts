/**
 * The target of the suite. Locally it can create teams and keys; for a deployed instance it has one key, and
 * tests that need more are skipped and reported.
 */
const env = process.env

export const baseUrls = (env['INLET_BASE_URL'] ?? '').split(',').filter((url) => url !== '')
if (baseUrls.length === 0)
  throw new Error('Set INLET_BASE_URL, or run "npm run conformance" to start a system.')

/** A command line that runs inlet-admin, as a JSON array. Only where the suite may administer the target. */
export const adminCommand: string[] | undefined = env['INLET_ADMIN']
  ? (JSON.parse(env['INLET_ADMIN']) as string[])
  : undefined

export const isOurs = adminCommand !== undefined

export const givenKey =
  env['INLET_CLIENT_ID'] && env['INLET_CLIENT_SECRET']
    ? { client_id: env['INLET_CLIENT_ID'], client_secret: env['INLET_CLIENT_SECRET'] }
    : undefined

let turn = 0

/** Calls alternate between the processes, so that every sequence uses all of them. */
export function nextBaseUrl(): string {
  turn += 1
  return baseUrls[turn % baseUrls.length] ?? ''
}
