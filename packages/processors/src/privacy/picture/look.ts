/** Has a recording looked at in the sandbox. */

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
import type { LookAnswer, LookTask } from './look-task.ts'
import { isLookAnswer } from './look-task.ts'

const script = new URL('./look.child.ts', import.meta.url)
/** The library reserves far more addresses than it uses memory. */
const memoryBytes = 16 * 1024 ** 3

export type Looking = {
  readonly modelsDir: string
  readonly faces: boolean
  readonly texts: boolean
  readonly onSeconds?: ((seconds: number) => void) | undefined
}

/** @throws PrivacyError when a detector is not there or does not work: nothing is known of the pictures then. */
export async function lookAt(
  job: Job,
  source: Source,
  { step, modelsDir, faces, texts, onSeconds }: Looking & { readonly step: LookTask['step'] },
): Promise<Result<LookAnswer>> {
  const faceModel = faces ? await modelPath(modelsDir, detectorModels.faces) : null
  const textModel = texts ? await modelPath(modelsDir, detectorModels.texts) : null
  const task: LookTask = { step, name: source.name, demuxer: source.demuxer, faceModel, textModel }
  const { command, args, readOnlyPaths, env } = scriptWords(script, [JSON.stringify(task)])
  const models = [faceModel, textModel].filter((path) => path !== null)
  const end = await runMediaTool(job, {
    command,
    args,
    env,
    readOnlyPaths: [...readOnlyPaths, ...models],
    limits: { ...limitsFor('look', source), memoryBytes, processes: 128 },
    onStdout: (line) => {
      const seconds = /^progress (\d+)$/.exec(line)?.[1]
      if (seconds !== undefined) onSeconds?.(Number(seconds))
    },
  })
  if (end.kind === 'failed') return failureOf(end)
  if (end.kind === 'crashed') throw new PrivacyError('detector_failed', lastLines(end.stderr))
  const answer: unknown = JSON.parse(end.stdout.trim().split('\n').at(-1) ?? 'null')
  if (!isLookAnswer(answer)) throw new PrivacyError('detector_failed', 'its answer is not of its form')
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
