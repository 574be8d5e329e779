/**
 * `npm run test:deploy`: tests the Compose deployment of the last commit from outside, on a Docker engine that may be
 * used for it. It clones the repository, follows the guides there, and removes the deployment with its data.
 *
 * --guides       only the guides: images, installation, upgrade, backup and restore
 * --keep         leaves the deployment running
 * REGISTRY       a registry to push the images to, HOST:PORT; without one the commands to publish them are not run
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { Inlet, InletError } from '@inlet/sdk'
import { guideParts, runGuideParts } from './deploy/run-guides.ts'

const { values: flags } = parseArgs({
  options: {
    guides: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    'skip-conformance': { type: 'boolean', default: false },
  },
})
const root = join(import.meta.dirname, '..')
const clone = join(mkdtempSync(join(tmpdir(), 'inlet-deploy-')), 'inlet')
// The guides do not name a project, so a deployment of this machine with the default name is not touched.
process.env['COMPOSE_PROJECT_NAME'] = 'inlet-check'
const compose = ['docker', 'compose', '--file', join(clone, 'deploy/compose.yaml')] as const
const run = promisify(execFile)
let failures = 0

async function inCompose(...args: string[]): Promise<string> {
  const [command, ...first] = compose
  const { stdout } = await run(command, [...first, ...args], { cwd: clone, maxBuffer: 64 << 20 })
  return stdout.trim()
}
const docker = async (...args: string[]) => (await run('docker', args)).stdout.trim()
const admin = (...args: string[]) => inCompose('exec', '-T', 'api', 'inlet-admin', ...args)
const inDatabase = ['exec', '-T', 'postgres', 'psql', '-U', 'inlet', '-d', 'inlet', '-Atc'] as const
const sql = (query: string) => inCompose(...inDatabase, query)

function check(what: string, isRight: boolean, detail = ''): void {
  if (!isRight) failures += 1
  process.stdout.write(`${isRight ? 'passed' : 'FAILED'}  ${what}${detail && `: ${detail}`}\n`)
}

async function conformance(baseUrl: string): Promise<void> {
  const env = {
    ...process.env,
    INLET_BASE_URL: baseUrl,
    INLET_ADMIN: JSON.stringify([...compose, 'exec', '-T', 'api', 'inlet-admin']),
  }
  const child = spawn(process.execPath, ['scripts/conformance.ts'], { cwd: root, env, stdio: 'inherit' })
  await once(child, 'exit')
  check('the conformance suite from outside', child.exitCode === 0)
}

async function makeClient(baseUrl: string): Promise<{ inlet: Inlet; token: () => Promise<string> }> {
  const email = `deploy-${Date.now()}@example.org`
  const team = JSON.parse(await admin('team', 'create', 'Deploy check', '--json')) as { id: number }
  await admin('user', 'create', email, '--team', String(team.id), '--role', 'admin', '--json')
  const made = await admin('key', 'create', '--user', email, '--limit', '1000', '--json')
  const { client_id, client_secret } = JSON.parse(made) as { client_id: string; client_secret: string }
  const token = async () => {
    const form = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret })
    const answer = await fetch(`${baseUrl}/api/v1/oauth/token`, { method: 'POST', body: form })
    return ((await answer.json()) as { access_token: string }).access_token
  }
  return { inlet: new Inlet({ baseUrl, clientId: client_id, clientSecret: client_secret }), token }
}

const countQuery = `select (select count(*) from file) || ' files, ' || (select count(*) from insight) || ' insights, '
  || (select count(*) from survey) || ' surveys, ' || (select count(*) from response) || ' responses'`
const counts = () => sql(countQuery)

async function buildImages(): Promise<void> {
  const registry = process.env['REGISTRY']
  const headings = ['Build', ...(registry === undefined ? [] : ['Publish']), 'Bill of materials']
  const values = registry === undefined ? {} : { 'registry.example.org': registry }
  const { isOk } = await runGuideParts(guideParts('images.md', headings), { clone, values })
  check(
    'docs/guides/images.md',
    isOk,
    registry === undefined ? 'not published, because REGISTRY is not set' : registry,
  )
  if (!isOk) throw new Error('The images could not be built.')
  for (const [name, wanted] of [
    ['api', 'postgresql-client-17'],
    ['worker', 'bubblewrap'],
  ] as const) {
    const text = readFileSync(join(clone, `inlet-${name}.cdx.json`), 'utf8')
    const { components } = JSON.parse(text) as { components: { name: string; purl?: string }[] }
    const hasWanted = components.some((component) => component.name === wanted)
    check(`bill of materials of ${name}`, hasWanted, `${components.length} components`)
  }
}

async function install(): Promise<void> {
  const { isOk, output } = await runGuideParts(guideParts('compose.md'), { clone })
  check('docs/guides/compose.md', isOk && /client_secret\s+inlet_sk_/.test(output))
  if (!isOk) throw new Error('The deployment could not be installed.')
  const roles = await sql(`select string_agg(rolname, ',') from pg_roles where rolsuper`)
  check('the service is not a superuser of its database', roles === 'postgres', roles)
  const passed = await inCompose('exec', '-T', 'api', 'printenv')
  check('the containers do not know the password of the superuser', !passed.includes('SUPERUSER'))
}

/** The rehearsal has its own database and bucket, so its counts come from the backup alone. */
async function rehearseRestore(inlet: Inlet): Promise<void> {
  const project = await inlet.projects.create({ name: 'Backed up' })
  const notes = Array.from({ length: 3 }, (_, number) =>
    inlet.insights
      .import(new File([`Note ${number}`], `note-${number}.txt`), { projectId: project.id })
      .done(),
  )
  await Promise.all(notes)
  const before = await counts()
  const count = `docker compose --file deploy/compose.yaml ${inDatabase.join(' ')} "${countQuery}"`
  const { isOk, output } = await runGuideParts(guideParts('backup.md'), {
    clone,
    // Before the last block of the heading removes the rehearsal.
    beforeLast: { 'Rehearse a restore': `echo "restored: $(${count})"` },
  })
  const restored = /^restored: (.+)$/m.exec(output)?.[1]
  const checks = output.match(/No differences\./g)?.length ?? 0
  check(
    'docs/guides/backup.md',
    isOk && restored === before && checks === 2,
    `${restored ?? 'nothing restored'}`,
  )
  check('the rehearsal leaves the deployment as it was', (await counts()) === before, before)
}

async function downAndUpKeepsData(): Promise<void> {
  const before = await counts()
  await inCompose('down')
  await inCompose('up', '--detach', '--wait')
  const after = await counts()
  check('down and up keep all data', before === after, after)
  const fsck = await admin('fsck').then(
    (out) => ({ isSame: true, out }),
    (error: Error & { stdout?: string }) => ({ isSame: false, out: error.stdout ?? error.message }),
  )
  check('database and bucket are consistent', fsck.isSame, fsck.out.split('\n').at(-1))
}

/** Straight to the container, because a proxy would hide whether a connection was accepted or refused. */
async function addressOf(service: string): Promise<string> {
  const id = await inCompose('ps', '--quiet', service)
  const ip = await docker(
    'inspect',
    '--format',
    '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}',
    id,
  )
  return `http://${ip}:3000`
}

/**
 * Every accepted request is answered. During shutdown a request is refused, or cut off before it was read, and can be
 * retried. There must never be an effect without a response.
 */
async function stopApiUnderLoad(token: string): Promise<void> {
  const url = await addressOf('api')
  const id = await inCompose('ps', '--quiet', 'api')
  const unanswered: string[] = []
  const wrong: number[] = []
  let answered = 0
  let isOn = true
  const callers = Array.from({ length: 20 }, async (_, number) => {
    for (let call = 0; isOn; call += 1) {
      const name = `Under load ${Date.now()}-${number}-${call}`
      const isWrite = (number + call) % 3 === 0
      await fetch(`${url}/api/v1/developer/import/projects${isWrite ? '/create' : ''}`, {
        method: isWrite ? 'POST' : 'GET',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(isWrite && { body: JSON.stringify({ name }) }),
      }).then(
        async (answer) => {
          await answer.arrayBuffer()
          answered += 1
          if (!answer.ok && answer.status !== 429) wrong.push(answer.status)
        },
        () => unanswered.push(name),
      )
      await sleep(100)
    }
  })
  await sleep(3_000)
  await inCompose('stop', 'api')
  isOn = false
  await Promise.all(callers)
  const exit = await docker('inspect', '--format', '{{.State.ExitCode}}', id)
  const names = unanswered.map((name) => `'${name}'`).join(',')
  const lost = await sql(`select count(*) from project where name in (${names || 'null'})`)
  const detail = `${answered} answered (${wrong.length} with an unexpected status), ${unanswered.length} not accepted, ${lost} executed but not answered, exit code ${exit}`
  check('SIGTERM of the api loses no request', lost === '0' && wrong.length === 0 && exit === '0', detail)
  await inCompose('up', '--detach', '--wait')
}

async function stopWorkerUnderLoad(inlet: Inlet): Promise<void> {
  const project = await inlet.projects.create({ name: 'Stopped while working' })
  const handles = Array.from({ length: 12 }, (_, number) =>
    inlet.insights.import(new File([`Note ${number}\n`.repeat(2_000)], `note-${number}.txt`), {
      projectId: project.id,
    }),
  )
  const done = Promise.allSettled(handles.map((handle) => handle.done()))
  const isWorking = async () => Number(await sql(`select count(*) from job.job where state = 'active'`)) > 0
  while (!(await isWorking())) await sleep(200)
  const id = await inCompose('ps', '--quiet', 'worker')
  await inCompose('stop', 'worker')
  const exit = await docker('inspect', '--format', '{{.State.ExitCode}}', id)
  await inCompose('up', '--detach', '--wait')
  const outcomes = await done
  const completed = outcomes.filter(({ status }) => status === 'fulfilled').length
  const repeated = await sql(
    `select count(*) from job.job where name = 'process-insight' and retry_count > 0 and created_on > now() - interval '10 minutes'`,
  )
  const detail = `${completed} of 12 completed, ${repeated} ran twice, exit code ${exit}`
  check('SIGTERM of the worker loses no job', completed === 12 && repeated === '0' && exit === '0', detail)
  for (const outcome of outcomes)
    if (outcome.status === 'rejected')
      process.stdout.write(
        `        ${outcome.reason instanceof InletError ? outcome.reason.message : String(outcome.reason)}\n`,
      )
}

async function main(): Promise<void> {
  await run('git', ['clone', '--quiet', root, clone])
  await buildImages()
  await install()
  const published = await inCompose('port', 'api', '3000')
  const baseUrl = `http://${published}`
  const sizes = await docker(
    'images',
    '--format',
    '{{.Repository}} {{.Size}}',
    '--filter',
    'reference=inlet/*',
  )
  process.stdout.write(`image sizes: ${sizes.replaceAll('\n', ', ')}\n`)
  const { inlet, token } = await makeClient(baseUrl)
  if (!flags.guides) {
    if (!flags['skip-conformance']) await conformance(baseUrl)
    await downAndUpKeepsData()
    await stopApiUnderLoad(await token())
    await stopWorkerUnderLoad(inlet)
  }
  await rehearseRestore(inlet)
}

try {
  await main()
} catch (error) {
  failures += 1
  process.stdout.write(`FAILED  ${error instanceof Error ? error.message : String(error)}\n`)
} finally {
  if (!flags.keep) {
    await inCompose('down', '--volumes').catch(() => undefined)
    rmSync(join(clone, '..'), { recursive: true, force: true })
  }
}
process.stdout.write(`deploy failed=${failures}\n`)
process.exitCode = failures === 0 ? 0 : 1
