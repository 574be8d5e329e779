/** What measurements of uploads need: a system with a project, `curl -F`, and a large file. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Inlet } from '@inlet/sdk'
import { down, up } from '../../scripts/services/lifecycle.ts'
import { binPath, type System, type SystemOptions, startSystem } from '../../scripts/system.ts'
import { makeRandomFile } from './random-file.ts'

const exec = promisify(execFile)
export const MiB = 1024 * 1024

/** A folder with a random file, and services that keep their data on disk, unlike those that a system starts by itself. */
export async function withServicesOnDisk(
  fileBytes: number,
  measure: (env: Record<string, string>, sample: { folder: string; path: string }) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'inlet-bench-'))
  const services = join(folder, 'services')
  try {
    const env = await up({ dir: services, isEphemeral: false, env: {} })
    const path = join(folder, 'recording.mp4')
    await makeRandomFile(path, fileBytes)
    await measure(env, { folder, path })
  } finally {
    await down(services, true)
    await rm(folder, { recursive: true, force: true })
  }
}

export interface UploadTarget {
  system: System
  inlet: Inlet
  credentials: { baseUrl: string; clientId: string; clientSecret: string }
  projectId: number
  folder: string
  /** The file to upload. */
  path: string
}

export function withUploadTarget(
  fileBytes: number,
  options: Pick<SystemOptions, 'hasGateway'>,
  measure: (target: UploadTarget) => Promise<void>,
): Promise<void> {
  return withServicesOnDisk(fileBytes, async (servicesFrom, sample) => {
    const system = await startSystem({ apis: 1, workers: 0, ...options, servicesFrom })
    try {
      const credentials = { baseUrl: system.apiUrls[0] ?? '', ...(await makeKey(system.env)) }
      const inlet = new Inlet(credentials)
      const { id: projectId } = await inlet.projects.create({ name: 'Bench' })
      await measure({ system, inlet, credentials, projectId, ...sample })
    } finally {
      await system.stop()
    }
  })
}

async function makeKey(env: Record<string, string>) {
  const admin = async (...args: string[]) => {
    const { stdout } = await exec(process.execPath, [binPath('admin'), ...args, '--json'], {
      env: { PATH: process.env['PATH'], ...env },
    })
    return JSON.parse(stdout) as Record<string, string>
  }
  const team = await admin('team', 'create', 'Bench')
  await admin('user', 'create', 'bench@example.org', '--team', String(team['id']), '--role', 'full')
  const key = await admin('key', 'create', '--user', 'bench@example.org', '--limit', '1000')
  return { clientId: key['client_id'] ?? '', clientSecret: key['client_secret'] ?? '' }
}

export const secondsSince = (startedAt: number) => (performance.now() - startedAt) / 1000

/** Returns the seconds it took. */
export async function sendByCurl(
  { upload_url, upload_fields }: { upload_url: string; upload_fields: Record<string, string> },
  path: string,
): Promise<number> {
  const fields = Object.entries(upload_fields).flatMap(([name, value]) => [
    '--form-string',
    `${name}=${value}`,
  ])
  const startedAt = performance.now()
  await exec('curl', ['-sf', ...fields, '-F', `file=@${path}`, upload_url])
  return secondsSince(startedAt)
}
