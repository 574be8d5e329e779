/** The command line of the official MCP Inspector, installed from the npm registry into a folder of its own. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** It brings 120 packages, so it is no dependency of the project. */
const packageName = '@modelcontextprotocol/inspector@2.12.0'

export interface Inspected {
  exitCode: number
  /** Empty if there is none. */
  result: Record<string, unknown>
  stderr: string
}

export interface Inspector {
  /** `era` is the revision to negotiate: `legacy` is 2025-11-25, `modern` is 2026-07-28. */
  inspect(
    target: { url: string; token: string; era: 'legacy' | 'modern' },
    ...args: string[]
  ): Promise<Inspected>
  remove(): Promise<void>
}

export async function installInspector(): Promise<Inspector> {
  const folder = await mkdtemp(join(tmpdir(), 'inlet-inspector-'))
  await writeFile(join(folder, 'package.json'), '{"private":true}')
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  await run('npm', ['install', ...flags, packageName], { cwd: folder, timeout: 300_000 })
  const script = join(folder, 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js')
  // It keeps its settings in the home folder.
  const env = { PATH: process.env['PATH'], HOME: folder }
  return {
    async inspect({ url, token, era }, ...args) {
      const common = ['--cli', '--server-url', url, '--transport', 'http', '--protocol-era', era]
      const header = ['--header', `Authorization: Bearer ${token}`, '--stored-auth-only']
      const command = [script, ...common, ...header, '--format', 'json', ...args]
      const options = { env, cwd: folder, timeout: 120_000, maxBuffer: 16e6 }
      const { code, stdout, stderr } = await run(process.execPath, command, options).then(
        (ended) => ({ code: 0, ...ended }),
        (error: { code: number; stdout: string; stderr: string }) => error,
      )
      return { exitCode: code, result: parse(stdout), stderr }
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

function parse(stdout: string): Record<string, unknown> {
  if (stdout.trim() === '') return {}
  return (JSON.parse(stdout) as { result: Record<string, unknown> }).result
}
