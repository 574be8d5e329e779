/**
 * Throughput of `inlet import` for a large file as a ratio to `curl -F` of the same file to the same store, which
 * keeps its objects on disk, and the peak memory of the command. `whole` includes everything the command does, from
 * its start until the service has accepted the file, which curl does not do.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Inlet } from '@inlet/sdk'
import { down, up } from '../scripts/services/lifecycle.ts'
import { binPath, startSystem } from '../scripts/system.ts'
import { median } from './lib/probe.ts'
import { makeRandomFile } from './lib/random-file.ts'

const exec = promisify(execFile)
const MiB = 1024 * 1024
const fileBytes = Number(process.env['BENCH_BYTES'] ?? 2048 * MiB)
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5)
const bin = join(import.meta.dirname, '../packages/cli/src/bin/inlet.ts')

interface Target {
  baseUrl: string
  clientId: string
  clientSecret: string
  projectId: number
}

interface Sent {
  seconds: number
  wholeSeconds: number
  peakMiB: number
}

async function sendBare({ projectId, ...key }: Target, path: string): Promise<number> {
  const begun = await new Inlet(key).files.initialize({ project_id: projectId, file_name: 'recording.mp4' })
  const fields = Object.entries(begun.upload_fields).flatMap(([name, value]) => [
    '--form-string',
    `${name}=${value}`,
  ])
  const startedAt = performance.now()
  await exec('curl', ['-sf', ...fields, '-F', `file=@${path}`, begun.upload_url])
  return (performance.now() - startedAt) / 1000
}

async function sendOurs(target: Target, path: string, home: string): Promise<Sent> {
  const startedAt = performance.now()
  const args = ['import', path, '--project', String(target.projectId), '--again', '--no-wait', '--json']
  const child = execFile(process.execPath, [bin, ...args], {
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      INLET_URL: target.baseUrl,
      INLET_CLIENT_ID: target.clientId,
      INLET_CLIENT_SECRET: target.clientSecret,
    },
  })
  let stdout = ''
  let stderr = ''
  child.stdout?.on('data', (text: string) => {
    stdout += text
  })
  child.stderr?.on('data', (text: string) => {
    stderr += text
  })
  let peakMiB = 0
  const timer = setInterval(() => {
    void readFile(`/proc/${child.pid}/status`, 'utf8').then(
      (text) => {
        peakMiB = Math.max(peakMiB, Number(/VmHWM:\s+(\d+)/.exec(text)?.[1] ?? 0) / 1024)
      },
      () => {},
    )
  }, 100)
  const exitCode = await new Promise((resolve) => child.once('close', resolve))
  clearInterval(timer)
  if (exitCode !== 0) throw new Error(`inlet exited with ${String(exitCode)}: ${stderr}`)
  const [line = '{}'] = stdout.split('\n')
  const { upload_seconds } = JSON.parse(line) as { upload_seconds: number }
  return { seconds: upload_seconds, wholeSeconds: (performance.now() - startedAt) / 1000, peakMiB }
}

async function prepare(env: Record<string, string>, baseUrl: string): Promise<Target> {
  const admin = async (...args: string[]) => {
    const { stdout } = await exec(process.execPath, [binPath('admin'), ...args, '--json'], {
      env: { PATH: process.env['PATH'], ...env },
    })
    return JSON.parse(stdout) as Record<string, string>
  }
  const team = await admin('team', 'create', 'Bench')
  await admin('user', 'create', 'bench@example.org', '--team', String(team['id']), '--role', 'full')
  const key = await admin('key', 'create', '--user', 'bench@example.org', '--limit', '1000')
  const credentials = { clientId: key['client_id'] ?? '', clientSecret: key['client_secret'] ?? '' }
  const { id } = await new Inlet({ baseUrl, ...credentials }).projects.create({ name: 'Bench' })
  return { baseUrl, ...credentials, projectId: id }
}

export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'inlet-bench-upload-'))
  const services = join(folder, 'services')
  try {
    // On disk, unlike the services that a system starts by itself.
    Object.assign(process.env, await up({ dir: services, isEphemeral: false, env: {} }))
    const system = await startSystem({ apis: 1, workers: 0 })
    try {
      const target = await prepare(system.env, system.apiUrls[0] ?? '')
      const path = join(folder, 'recording.mp4')
      await makeRandomFile(path, fileBytes)
      await sendBare(target, path)
      const bare: number[] = []
      const ours: Sent[] = []
      // Alternating, so that other load on the machine affects both sides alike.
      for (let i = 0; i < rounds; i += 1) {
        bare.push(await sendBare(target, path))
        ours.push(await sendOurs(target, path, folder))
        const { seconds, wholeSeconds } = ours.at(-1) ?? { seconds: 0, wholeSeconds: 0 }
        console.log(
          `round ${i + 1}: curl_s=${bare.at(-1)?.toFixed(1)} inlet_s=${seconds.toFixed(1)} whole_s=${wholeSeconds.toFixed(1)}`,
        )
      }
      const curl = median(bare)
      const upload = median(ours.map(({ seconds }) => seconds))
      const whole = median(ours.map(({ wholeSeconds }) => wholeSeconds))
      const speed = (seconds: number) => (fileBytes / MiB / seconds).toFixed(0)
      console.log(
        `upload ratio=${(curl / upload).toFixed(2)} whole_ratio=${(curl / whole).toFixed(2)} curl_MiBps=${speed(curl)} inlet_MiBps=${speed(upload)} bytes=${fileBytes} peak_rss_MiB=${Math.round(Math.max(...ours.map(({ peakMiB }) => peakMiB)))}`,
      )
    } finally {
      await system.stop()
    }
  } finally {
    await down(services, true)
    await rm(folder, { recursive: true, force: true })
  }
}
