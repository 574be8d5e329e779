import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Result } from '../failures.ts'
import { damaged, fileEmpty, unsupported } from '../failures.ts'
import type { Job } from '../job.ts'
import { runTool, sourceName } from '../job.ts'
import { runNodeScript } from '../node-script.ts'
import { SandboxError } from '../sandbox/sandbox.ts'
import { isSupported } from './formats.ts'
import { isInspection } from './inspection.ts'
import { judgeType } from './judge-type.ts'

const script = new URL('./inspect.child.ts', import.meta.url)
const limits = { wallMs: 30_000, cpuSeconds: 20 }

/** Checks that a file matches its extension, opens without a password and is safe to unpack. */
export async function checkType(job: Job, extension: string): Promise<Result<{ mime: string }>> {
  if (!isSupported(extension)) return unsupported(extension)
  const { size } = await lstat(join(job.workDir, sourceName))
  if (size === 0) return fileEmpty

  const magic = await runTool(job, { command: 'file', args: ['--brief', '--mime', '--', sourceName], limits })
  if (magic.kind === 'failed') return magic
  if (magic.kind === 'crashed') {
    if (magic.signal !== null) return damaged
    throw new SandboxError('bad_output', `file: ${magic.stderr.trim()}`)
  }

  const inspected = await runNodeScript(job, { script, args: [sourceName], limits })
  if (!inspected.ok) return inspected
  if (!isInspection(inspected.answer))
    throw new SandboxError('bad_output', 'the inspection returned an invalid result')
  return judgeType({ extension, libmagic: magic.stdout, inspection: inspected.answer })
}
