/**
 * What the suite is aimed at. Locally it is told how to make teams and keys; a deployed instance gives it one
 * key, and what needs more than that is left out and reported.
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

/** The processes take turns, so that every sequence of calls crosses from one to the other. */
export function nextBaseUrl(): string {
  turn += 1
  return baseUrls[turn % baseUrls.length] ?? ''
}
