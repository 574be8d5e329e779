/** Reads the transcript that was uploaded with a recording. */

import { readFile } from 'node:fs/promises'
import { startBudget } from '../budget.ts'
import type { Result } from '../failures.ts'
import { outputFile, prepareJobDir, sourceName } from '../job.ts'
import { runNodeScript } from '../node-script.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { SandboxError } from '../sandbox/sandbox.ts'
import type { Segment } from '../speech/transcript.ts'
import { withReliableVerdict } from '../verdict.ts'
import type { BadTranscript, GoodTranscript } from './transcript-verdict.ts'
import { isSegments, isVerdict } from './transcript-verdict.ts'

export type TranscriptFileRequest = {
  readonly sandbox: Sandbox
  /** Directly in `workDir`. */
  readonly inputPath: string
  /** Lower case, without the dot. The content decides the format where it can. */
  readonly extension: string
  /** A private directory; the caller removes it. See `withWorkDir`. */
  readonly workDir: string
  readonly recording: { readonly durationMs: number; readonly language: string }
  readonly signal?: AbortSignal | undefined
}

export type FittingTranscript = GoodTranscript & { readonly segments: readonly Segment[] }

const script = new URL('./read-transcript.child.ts', import.meta.url)
const segmentsName = 'segments.json'
const wallMs = 60_000

/** A transcript that cannot be read or does not fit is a result as well. @throws when aborted and on infrastructure errors. */
export function readTranscriptFile(
  request: TranscriptFileRequest,
): Promise<Result<{ transcript: FittingTranscript | BadTranscript }>> {
  return withReliableVerdict(request, () => readInSandbox(request))
}

async function readInSandbox({
  sandbox,
  workDir,
  inputPath,
  extension,
  recording,
  signal,
}: TranscriptFileRequest): Promise<Result<{ transcript: FittingTranscript | BadTranscript }>> {
  const job = { sandbox, workDir, signal, budget: startBudget(wallMs) }
  await prepareJobDir(workDir, inputPath)
  const { durationMs, language } = recording
  const args = [sourceName, `transcript.${extension}`, String(Math.floor(durationMs)), language, segmentsName]
  const read = await runNodeScript(job, { script, args, limits: { wallMs, cpuSeconds: 50 } })
  if (!read.ok) return read
  const { answer } = read
  if (!isVerdict(answer)) throw new SandboxError('bad_output', 'the verdict on the transcript is invalid')
  if ('problem' in answer) return { ok: true, transcript: answer }
  const path = await outputFile(job, segmentsName)
  const segments: unknown = path === null ? null : JSON.parse(await readFile(path, 'utf8'))
  if (!isSegments(segments))
    throw new SandboxError('bad_output', 'the segments of the transcript are invalid')
  return { ok: true, transcript: { ...answer, segments } }
}
