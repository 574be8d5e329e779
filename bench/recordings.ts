/**
 * CPU time of a recording through the whole service (fetched, converted, transcribed and stored by a real worker) as
 * a ratio to the bare speech engine on the same audio, and recorded minutes per minute with one and two concurrent
 * jobs.
 */
import type { ChildProcess } from 'node:child_process'
import { openAsBlob, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { localEngine } from '@inlet/processors'
import {
  beginImport,
  completeImport,
  type Import,
  makeProject,
  uploadTo,
  waitForFinal,
} from '@inlet/server/test/harness/imports.ts'
import { ffmpeg, hasSpeechSamples, joinClips } from '@inlet/server/test/harness/recordings.ts'
import { modelsFolder } from '../scripts/models/folder.ts'
import { startSystem } from '../scripts/system.ts'
import { makeTokens, openBenchDeps } from './lib/fixtures.ts'
import { median } from './lib/probe.ts'

const rounds = 3
const secondsOfSpeech = 600
const timeoutMs = 1_200_000
/** Linux reports CPU times in hundredths of a second. */
const msPerTick = 10

/** CPU time of the process and of its ended children. */
function cpuMs(child: ChildProcess): number {
  const stat = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field]), 0) * msPerTick
}

export async function run(): Promise<void> {
  if (!hasSpeechSamples) throw new Error('This measurement needs clips of real speech.')
  const dir = await mkdtemp(join(tmpdir(), 'inlet-bench-'))
  const system = await startSystem({ apis: 1, workers: 1, env: { INLET_WORKER_SLOTS: '2' } })
  const deps = await openBenchDeps(system.env)
  try {
    const worker = system.workers[0]
    const url = system.apiUrls[0]
    if (!worker || !url) throw new Error('The system has no worker.')
    const [token = ''] = (await makeTokens(deps, 1, 1000, 0)).tokens
    const projectId = await makeProject(url, token)
    const { path } = await joinClips(dir, 'talk.mp4', secondsOfSpeech)
    const wavPath = join(dir, 'talk.wav')
    await ffmpeg('-i', path, '-vn', '-ac', '1', '-ar', '16000', wavPath)
    const content = await openAsBlob(path)
    const engine = localEngine({ modelsDir: modelsFolder })

    const send = async (): Promise<Import> => {
      const one = await beginImport(url, token, projectId, 'files', 'talk.mp4')
      await uploadTo(one, content)
      return one
    }
    const processAll = async (imports: Import[]) => {
      const startedAt = performance.now()
      for (const one of imports) await completeImport(url, token, one)
      const outcomes = await waitForFinal(deps.db, imports, timeoutMs)
      if (outcomes.some((outcome) => outcome.state !== 'completed')) throw new Error('A recording failed.')
      return performance.now() - startedAt
    }
    const minutes = secondsOfSpeech / 60
    const bare: number[] = []
    const ours: number[] = []
    const alone: number[] = []
    await processAll([await send()])
    // Alternating, so that other load on the machine affects both sides alike.
    for (let i = 0; i < rounds; i += 1) {
      const { cpuMs: engineMs = Number.NaN } = await engine.transcribe({ wavPath, onChunk: () => {} })
      bare.push(engineMs / minutes)
      const one = await send()
      const before = cpuMs(worker)
      alone.push((minutes * 60_000) / (await processAll([one])))
      ours.push((cpuMs(worker) - before) / minutes)
    }
    const together = (2 * minutes * 60_000) / (await processAll([await send(), await send()]))
    console.log(
      `cores=${cpus().length} bare_cpu_s_per_minute=${(median(bare) / 1000).toFixed(2)} ours_cpu_s_per_minute=${(median(ours) / 1000).toFixed(2)}`,
    )
    console.log(
      `recorded_minutes_per_minute_1_job=${median(alone).toFixed(1)} recorded_minutes_per_minute_2_jobs=${together.toFixed(1)}`,
    )
    console.log(`recordings ratio=${(median(ours) / median(bare)).toFixed(2)}`)
  } finally {
    await deps.close()
    await system.stop()
    await rm(dir, { recursive: true, force: true })
  }
}
