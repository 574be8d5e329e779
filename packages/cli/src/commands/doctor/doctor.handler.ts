import { findProxy } from '../../client/choose-fetch.ts'
import { findProject } from '../../client/find-project.ts'
import { openClient } from '../../client/open-client.ts'
import { type Credentials, findCredentials } from '../../config/credentials.ts'
import type { CommonOptions, Context } from '../../context.ts'
import { explain } from '../../errors.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'
import type { Output } from '../../output/output.ts'
import { printable } from '../../output/text.ts'
import { checkKey, checkLimit } from './check-key.ts'
import { checkNetwork } from './check-network.ts'
import { type CheckResult, failed, skipped } from './check-result.ts'
import { checkService } from './check-service.ts'
import { checkConfig, checkJournals } from './check-setup.ts'
import { checkStorage } from './check-storage.ts'
import { completeAndWait, lookAtAges } from './check-workers.ts'

export interface DoctorOptions extends CommonOptions {
  project?: string
  full: boolean
  /** In seconds. */
  timeout: number
}

export async function doctor(context: Context, options: DoctorOptions): Promise<ExitCode> {
  const { output, env } = context
  const results: CheckResult[] = []
  const credentials = await findCredentials(env, options.profile).catch((error: unknown) => {
    const { message, code } = explain(error)
    return failed('configuration', {
      what: message,
      why: `No key is configured (${code}).`,
      fix: 'Run "inlet login".',
    })
  })
  const all = 'check' in credentials ? [credentials] : examine(context, credentials, options)
  for await (const result of all) {
    results.push(result)
    show(output, result)
  }
  const bad = results.filter(({ state }) => state === 'failed')
  const notes = results.filter(({ state }) => state === 'warning')
  output.say(
    bad.length === 0
      ? `All checks passed${notes.length > 0 ? ', with warnings' : ''}.`
      : `${bad.length} failed.`,
  )
  if (bad.length === 0) return exitCodes.done
  return bad.some(({ check }) => check === 'key') ? exitCodes.denied : exitCodes.failed
}

/** Checks in the order in which an import needs things, and skips whatever depends on a failed check. */
async function* examine(
  context: Context,
  credentials: Credentials,
  options: DoctorOptions,
): AsyncGenerator<CheckResult, void, undefined> {
  const { env } = context
  const { url } = credentials
  yield await checkConfig(env, credentials)
  yield await checkJournals(env)
  const proxy = findProxy(env)
  const network = await checkNetwork('service', url, {
    proxy,
    who: 'the service',
    fixAddress: 'If the address is wrong, run "inlet login" with the right one.',
  })
  yield* network
  if (isBroken(network)) return
  const service = await checkService(context.fetch, url, Date.now)
  yield* service.results
  if (isBroken(service.results)) return
  const key = await checkKey(context.fetch, credentials)
  yield* key.results
  if (!key.scopes?.includes('project:read')) return
  yield* examineImports(context, credentials, options, key.scopes, Date.now() + (service.skewMs ?? 0))
}

async function* examineImports(
  context: Context,
  credentials: Credentials,
  options: DoctorOptions,
  scopes: readonly string[],
  now: number,
): AsyncGenerator<CheckResult, void, undefined> {
  const inlet = openClient(context, credentials)
  try {
    const limit = await checkLimit(inlet)
    yield limit.result
    const projectId =
      options.project === undefined ? limit.projectId : (await findProject(inlet, options.project)).id
    let wavKey: string | undefined
    if (projectId === undefined)
      yield skipped('store upload', 'the key has access to no project; create one, or share one with it')
    else if (!scopes.includes('file:write')) yield skipped('store upload', 'needs the scope file:write')
    else {
      const storage = await checkStorage(context, inlet, { serviceUrl: credentials.url, projectId })
      yield* storage.results
      wavKey = storage.wavKey
    }
    if (options.full && wavKey !== undefined)
      yield await completeAndWait(inlet, wavKey, options.timeout * 1000)
    else yield await lookAtAges(inlet, scopes, now)
  } catch (error) {
    const { message } = explain(error)
    yield failed('import', {
      what: message,
      why: 'A call that every import needs has failed.',
      fix: 'Try again; if the problem persists, contact the operator.',
    })
  }
}

function isBroken(results: readonly CheckResult[]): boolean {
  return results.some(({ state }) => state === 'failed')
}

function show(output: Output, result: CheckResult): void {
  const { green, red, yellow, dim } = output.colors
  const marks = {
    ok: green('ok     '),
    skipped: dim('skipped'),
    warning: yellow('warning'),
    failed: red('FAILED '),
  }
  const lines = [`${marks[result.state]}  ${result.check.padEnd(20)} ${printable(result.what)}`]
  if ('fix' in result)
    lines.push(`         why:  ${printable(result.why)}`, `         fix:  ${printable(result.fix)}`)
  output.item(result, lines.join('\n'))
}
