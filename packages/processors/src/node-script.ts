/** Our own scripts that read uploaded bytes run in the sandbox too, with Node and the few modules they need. */

import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Failed } from './failures.ts'
import { damaged } from './failures.ts'
import type { Job } from './job.ts'
import { runTool } from './job.ts'
import type { SandboxLimits } from './sandbox/sandbox.ts'
import { SandboxError } from './sandbox/sandbox.ts'

const require = createRequire(import.meta.url)
const packageRoot = fileURLToPath(new URL('../', import.meta.url))

export type ScriptRequest = {
  readonly script: URL
  readonly args: readonly string[]
  readonly limits: Partial<SandboxLimits>
}

/**
 * Runs a script of ours and returns the JSON it prints, unchecked. A script prints `null` for a file it cannot make
 * sense of.
 */
export async function runNodeScript(
  job: Job,
  { script, args, limits }: ScriptRequest,
): Promise<Failed | { readonly ok: true; readonly answer: unknown }> {
  const end = await runTool(job, { ...scriptWords(script, args), limits: { processes: 64, ...limits } })
  if (end.kind === 'failed') return end
  if (end.kind === 'crashed') {
    // By a signal: a native decoder choked on the file. By an exception: the script could not be loaded, or has a fault.
    if (end.signal !== null) return damaged
    throw new SandboxError('bad_output', `${fileURLToPath(script)}: ${end.stderr.trim()}`)
  }
  const answer: unknown = JSON.parse(end.stdout)
  return answer === null ? damaged : { ok: true, answer }
}

/** How a script of ours is started in the sandbox. */
export function scriptWords(script: URL, args: readonly string[]) {
  return {
    command: process.execPath,
    args: ['--max-old-space-size=1024', fileURLToPath(script), ...args],
    readOnlyPaths: [process.execPath, `${packageRoot}src`, `${packageRoot}package.json`, ...moduleFolders()],
    // One core a job: the worker decides how many jobs run at once.
    env: { VIPS_CONCURRENCY: '1', UV_THREADPOOL_SIZE: '2' },
  }
}

/** The node_modules folders of what the scripts import: one when everything is hoisted, as npm does by default. */
function moduleFolders(): string[] {
  const marker = '/node_modules/'
  const folders = ['chardet', 'file-type', 'onnxruntime-node', 'sharp'].map((name) => {
    const path = require.resolve(name)
    return path.slice(0, path.lastIndexOf(`${marker}${name}/`) + marker.length - 1)
  })
  return [...new Set(folders)]
}
