/** Checks that the programs of the processors are installed, before the first job needs them. */

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startBudget } from './budget.ts'
import { processDocument } from './documents/process-document.ts'
import { prepareJobDir, runTool } from './job.ts'
import type { Sandbox, SandboxErrorCode } from './sandbox/sandbox.ts'
import { SandboxError } from './sandbox/sandbox.ts'
import { withWorkDir } from './work-dir.ts'

const programs: readonly (readonly [command: string, versionSwitch: string])[] = [
  ['file', '--version'],
  ['pdfinfo', '-v'],
  ['pdftoppm', '-v'],
  ['pdftotext', '-v'],
  ['pdfimages', '-v'],
  ['qpdf', '--version'],
  ['tesseract', '--version'],
  ['ffmpeg', '-version'],
  ['ffprobe', '-version'],
]

/** The other infrastructure errors, such as a full disk, say nothing about what is installed. */
const saysMissing = new Set<SandboxErrorCode>(['tool_missing', 'refused', 'bad_output'])

/** The programs that cannot run in the sandbox, with the reason. Takes a second or two. */
export async function findMissingTools(sandbox: Sandbox, workRoot: string): Promise<string[]> {
  const checks = [
    ...programs.map(
      ([command, versionSwitch]) =>
        () =>
          runProgram(sandbox, workRoot, [command, versionSwitch]),
    ),
    // LibreOffice and our scripts consist of many files: only a conversion shows that all of them are installed.
    () => convertSmallText(sandbox, workRoot),
  ]
  const missing: string[] = []
  for (const check of checks) {
    try {
      await check()
    } catch (error) {
      if (!(error instanceof SandboxError) || !saysMissing.has(error.code)) throw error
      missing.push(error.message)
    }
  }
  return missing
}

async function runProgram(
  sandbox: Sandbox,
  workRoot: string,
  [command, versionSwitch]: [string, string],
): Promise<void> {
  await withUpload(workRoot, async (workDir, inputPath) => {
    await prepareJobDir(workDir, inputPath)
    const job = { sandbox, workDir, signal: undefined, budget: startBudget(30_000) }
    const end = await runTool(job, { command, args: [versionSwitch] })
    if (end.kind !== 'ok') throw new SandboxError('tool_missing', `${command} does not run (${end.kind})`)
  })
}

async function convertSmallText(sandbox: Sandbox, workRoot: string): Promise<void> {
  await withUpload(workRoot, async (workDir, inputPath) => {
    const result = await processDocument({ sandbox, workDir, inputPath, extension: 'txt' })
    if (!result.ok)
      throw new SandboxError('tool_missing', `a small text cannot be converted (${result.failure.code})`)
    if (result.thumbnailPath === null) throw new SandboxError('tool_missing', 'a small text cannot be drawn')
  })
}

function withUpload(
  workRoot: string,
  use: (workDir: string, inputPath: string) => Promise<void>,
): Promise<void> {
  return withWorkDir(workRoot, async (workDir) => {
    const inputPath = join(workDir, 'upload')
    await writeFile(inputPath, 'A small text.\n')
    await use(workDir, inputPath)
  })
}
