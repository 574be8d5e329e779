/** Runs the frame inspection in the sandbox. */

import { access } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Result } from '../../failures.ts'
import type { Job } from '../../job.ts'
import { failureOf, runMediaTool } from '../../media/ffmpeg.ts'
import { limitsFor } from '../../media/limits.ts'
import type { Source } from '../../media/source.ts'
import { scriptWords } from '../../node-script.ts'
import { PrivacyError } from '../span.ts'
import { detectorModels } from './detector-models.ts'
import type { InspectionResult, InspectionTask } from './inspection-task.ts'
import { isInspectionResult } from './inspection-task.ts'

const script = new URL('./inspect-frames.child.ts', import.meta.url)
/** The library reserves far more address space than it uses. */
const memoryBytes = 16 * 1024 ** 3

export type InspectionOptions = {
  readonly modelsDir: string
  readonly faces: boolean
  readonly texts: boolean
  readonly onSeconds?: ((seconds: number) => void) | undefined
}

/** @throws PrivacyError if a detector is missing or fails. */
export async function inspectFrames(
  job: Job,
  source: Source,
  { step, modelsDir, faces, texts, onSeconds }: InspectionOptions & { readonly step: InspectionTask['step'] },
): Promise<Result<InspectionResult>> {
  const faceModel = faces ? await modelPath(modelsDir, detectorModels.faces) : null
  const textModel = texts ? await modelPath(modelsDir, detectorModels.texts) : null
  const task: InspectionTask = { step, name: source.name, demuxer: source.demuxer, faceModel, textModel }
  const { command, args, readOnlyPaths, env } = scriptWords(script, [JSON.stringify(task)])
  const models = [faceModel, textModel].filter((path) => path !== null)
  const end = await runMediaTool(job, {
    command,
    args,
    env,
    readOnlyPaths: [...readOnlyPaths, ...models],
    limits: { ...limitsFor('inspect-frames', source), memoryBytes, processes: 128 },
    onStdout: (line) => {
      const seconds = /^progress (\d+)$/.exec(line)?.[1]
      if (seconds !== undefined) onSeconds?.(Number(seconds))
    },
  })
  if (end.kind === 'failed') return failureOf(end)
  if (end.kind === 'crashed') throw new PrivacyError('detector_failed', lastLines(end.stderr))
  const answer: unknown = JSON.parse(end.stdout.trim().split('\n').at(-1) ?? 'null')
  if (!isInspectionResult(answer))
    throw new PrivacyError('detector_failed', 'the frame inspection returned an invalid result')
  return { ok: true, ...answer }
}

async function modelPath(modelsDir: string, name: string): Promise<string> {
  const path = resolve(join(modelsDir, name))
  await access(path).catch((cause: unknown) => {
    throw new PrivacyError('detector_missing', `${path} is missing: run "npm run models"`, { cause })
  })
  return path
}

function lastLines(text: string): string {
  return text.trim().slice(-500)
}
