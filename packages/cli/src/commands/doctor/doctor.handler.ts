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
import { checkService } from './check-service.ts'
import { checkConfig, checkJournals } from './check-setup.ts'
import { checkStorage } from './check-storage.ts'
import { completeAndWait, lookAtAges } from './check-workers.ts'
import { type Finding, failed, skipped } from './finding.ts'

export interface DoctorOptions extends CommonOptions {
  project?: string
  full: boolean
}

export async function doctor(context: Context, options: DoctorOptions): Promise<ExitCode> {
  const { output, env } = context
  const findings: Finding[] = []
  const credentials = await findCredentials(env, options.profile).catch((error: unknown) => {
    const { message, code } = explain(error)
    return failed('configuration', {
      what: message,
      why: `There is no key to use (${code}).`,
      mend: 'Run "inlet login".',
    })
  })
  const all = 'check' in credentials ? [credentials] : examine(env, credentials, options)
  for await (const finding of all) {
    findings.push(finding)
    show(output, finding)
  }
  const bad = findings.filter(({ state }) => state === 'failed')
  const notes = findings.filter(({ state }) => state === 'warning')
  output.say(
    bad.length === 0 ? `All is well${notes.length > 0 ? ', with notes' : ''}.` : `${bad.length} failed.`,
  )
  if (bad.length === 0) return exitCodes.done
  return bad.some(({ check }) => check === 'key') ? exitCodes.denied : exitCodes.failed
}

/** In the order in which an import needs things; what rests on something broken is not tried. */
async function* examine(
  env: Context['env'],
  credentials: Credentials,
  options: DoctorOptions,
): AsyncGenerator<Finding, void, undefined> {
  const { url } = credentials
  yield await checkConfig(env, credentials)
  yield await checkJournals(env)
  const network = await checkNetwork('service', url, {
    who: 'the service',
    mendAddress: 'If the address is wrong, run "inlet login" with the right one.',
  })
  yield* network
  if (isBroken(network)) return
  const service = await checkService(url, Date.now)
  yield* service.findings
  if (isBroken(service.findings)) return
  const key = await checkKey(credentials)
  yield* key.findings
  if (!key.scopes?.includes('project:read')) return
  yield* examineImports(credentials, options, key.scopes, Date.now() + (service.skewMs ?? 0))
}

async function* examineImports(
  credentials: Credentials,
  options: DoctorOptions,
  scopes: readonly string[],
  now: number,
): AsyncGenerator<Finding, void, undefined> {
  const { inlet } = openClient(credentials)
  try {
    const limit = await checkLimit(inlet)
    yield limit.finding
    const projectId =
      options.project === undefined ? limit.projectId : (await findProject(inlet, options.project)).id
    let wavKey: string | undefined
    if (projectId === undefined)
      yield skipped('store upload', 'the key can open no project to upload to; make one, or have one shared')
    else if (!scopes.includes('file:write')) yield skipped('store upload', 'needs the scope file:write')
    else {
      const storage = await checkStorage(inlet, credentials.url, projectId)
      yield* storage.findings
      wavKey = storage.wavKey
    }
    if (options.full && wavKey !== undefined) yield await completeAndWait(inlet, wavKey)
    else yield await lookAtAges(inlet, scopes, now)
  } catch (error) {
    const { message } = explain(error)
    yield failed('import', {
      what: message,
      why: 'A call that every import needs failed.',
      mend: 'Try again; if it stays, tell the operator.',
    })
  }
}

function isBroken(findings: readonly Finding[]): boolean {
  return findings.some(({ state }) => state === 'failed')
}

function show(output: Output, finding: Finding): void {
  const { green, red, yellow, dim } = output.colors
  const marks = {
    ok: green('ok     '),
    skipped: dim('skipped'),
    warning: yellow('warning'),
    failed: red('FAILED '),
  }
  const lines = [`${marks[finding.state]}  ${finding.check.padEnd(20)} ${printable(finding.what)}`]
  if ('mend' in finding)
    lines.push(`         why:  ${printable(finding.why)}`, `         mend: ${printable(finding.mend)}`)
  output.item(finding, lines.join('\n'))
}
