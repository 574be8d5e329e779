/** `inlet import` of one file as a process of its own. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { peakMiB } from '../../packages/server/test/harness/memory.ts'
import { secondsSince, type UploadTarget } from './upload-target.ts'

const bin = join(import.meta.dirname, '../../packages/cli/src/bin/inlet.ts')

export interface CliUpload {
  seconds: number
  /** With everything the command does, from its start until the service has accepted the file. */
  wholeSeconds: number
  peakMiB: number
}

export async function uploadByCli({
  credentials,
  projectId,
  folder,
  path,
}: UploadTarget): Promise<CliUpload> {
  const startedAt = performance.now()
  const args = ['import', path, '--project', String(projectId), '--again', '--no-wait', '--json']
  const child = execFile(process.execPath, [bin, ...args], {
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      INLET_URL: credentials.baseUrl,
      INLET_CLIENT_ID: credentials.clientId,
      INLET_CLIENT_SECRET: credentials.clientSecret,
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
  let peak = 0
  const timer = setInterval(() => {
    peak = Math.max(peak, peakMiB(child.pid))
  }, 100)
  const exitCode = await new Promise((resolve) => child.once('close', resolve))
  clearInterval(timer)
  if (exitCode !== 0) throw new Error(`inlet exited with ${String(exitCode)}: ${stderr}`)
  const [line = '{}'] = stdout.split('\n')
  const { upload_seconds } = JSON.parse(line) as { upload_seconds: number }
  return { seconds: upload_seconds, wholeSeconds: secondsSince(startedAt), peakMiB: peak }
}
