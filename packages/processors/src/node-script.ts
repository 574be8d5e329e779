/** Runs our own scripts in the sandbox, with Node and the modules they need, because they read uploaded bytes. */

import { realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Failed } from './failures.ts'
import { damaged } from './failures.ts'
import type { Job } from './job.ts'
import { runTool } from './job.ts'
import type { SandboxLimits } from './sandbox/sandbox.ts'
import { SandboxError } from './sandbox/sandbox.ts'

const require = createRequire(import.meta.url)
const packageRoot = fileURLToPath(new URL('../', import.meta.url))
/** Linked from node_modules to its folder in the repository. */
const transcriptsRoot = join(
  dirname(realpathSync(fileURLToPath(import.meta.resolve('@inlet/transcripts')))),
  '..',
)

export type ScriptRequest = {
  readonly script: URL
  readonly args: readonly string[]
  readonly limits: Partial<SandboxLimits>
}

/**
 * Runs a script and returns the JSON it prints, unvalidated. A script prints `null` for a file that it cannot read.
 */
export async function runNodeScript(
  job: Job,
  { script, args, limits }: ScriptRequest,
): Promise<Failed | { readonly ok: true; readonly answer: unknown }> {
  const end = await runTool(job, { ...scriptWords(script, args), limits: { processes: 64, ...limits } })
  if (end.kind === 'failed') return end
  if (end.kind === 'crashed') {
    // A signal means that a native decoder crashed on the file, an exception that the script is broken.
    if (end.signal !== null) return damaged
    throw new SandboxError('bad_output', `${fileURLToPath(script)}: ${end.stderr.trim()}`)
  }
  const answer: unknown = JSON.parse(end.stdout)
  return answer === null ? damaged : { ok: true, answer }
}

/** The command that starts a script in the sandbox. */
export function scriptWords(script: URL, args: readonly string[]) {
  return {
    command: process.execPath,
    args: ['--max-old-space-size=1024', fileURLToPath(script), ...args],
    readOnlyPaths: [
      process.execPath,
      `${packageRoot}src`,
      `${packageRoot}package.json`,
      join(transcriptsRoot, 'src'),
      join(transcriptsRoot, 'package.json'),
      ...moduleFolders(),
    ],
    env: {
      // One core per job: the worker decides how many jobs run at once.
      VIPS_CONCURRENCY: '1',
      UV_THREADPOOL_SIZE: '2',
      // Node does not start if the system's file exists and cannot be read, as in reduced mode.
      OPENSSL_CONF: '/dev/null',
    },
  }
}

/** The node_modules folders that the scripts import from; a single one if everything is hoisted. */
function moduleFolders(): string[] {
  const marker = '/node_modules/'
  const folders = ['chardet', 'file-type', 'onnxruntime-node', 'sharp'].map((name) => {
    const path = require.resolve(name)
    return path.slice(0, path.lastIndexOf(`${marker}${name}/`) + marker.length - 1)
  })
  return [...new Set(folders)]
}
