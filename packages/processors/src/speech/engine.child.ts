/**
 * The process of the local engine: its library blocks the event loop, takes hundreds of megabytes and may crash, so it
 * does not run in the worker. Arguments: models folder, recording, resume position (ms), mode. Communicates over IPC.
 */

import { localLimits, serverLimits } from './chunk-plan.ts'
import type { EngineMessage, EngineTask } from './engine-messages.ts'
import { recognizeChunks } from './recognize-chunks.ts'
import { loadRecognizer } from './recognizer.ts'
import { loadVoiceDetector } from './voice.ts'
import { openWav, WavError } from './wav.ts'

const progressEveryMs = 500

/** Waits until the message is sent; it would be lost with the process otherwise. */
async function send(message: EngineMessage): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  process.send?.(message, (error: Error | null) => (error === null ? resolve() : reject(error)))
  await promise
}

async function main({ modelsDir, wavPath, resumeAtMs, hears }: EngineTask): Promise<void> {
  const wav = await openWav(wavPath)
  const { durationMs } = wav
  let toldAt = Number.NEGATIVE_INFINITY
  let furthestMs = resumeAtMs
  const onPosition = (positionMs: number) => {
    furthestMs = Math.max(furthestMs, positionMs)
    if (performance.now() - toldAt < progressEveryMs) return
    toldAt = performance.now()
    process.send?.({ kind: 'progress', positionMs: furthestMs, durationMs } satisfies EngineMessage)
  }
  onPosition(resumeAtMs)
  const detector = loadVoiceDetector(modelsDir)
  const recognizer = hears === 'words' ? loadRecognizer(modelsDir) : null
  const limits = hears === 'words' ? localLimits : serverLimits
  const listener = { wav, detector, recognizer, limits, onPosition }
  for await (const chunk of recognizeChunks(listener, resumeAtMs)) await send(chunk)
  await wav.close()
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage()
  const cpuMs = Math.round((userCPUTime + systemCPUTime) / 1000)
  await send({ kind: 'done', durationMs, peakMemoryBytes: maxRSS * 1024, cpuMs })
}

/** The rest is not needed. Not with `exit`, which would wait for recognition in another thread. */
function endNow(): void {
  process.kill(process.pid, 'SIGKILL')
}

// The worker is gone, perhaps before everything was loaded.
process.once('disconnect', endNow)
if (!process.connected) endNow()

try {
  const [modelsDir = '', wavPath = '', resumeAtMs = '0', hears] = process.argv.slice(2)
  await main({
    modelsDir,
    wavPath,
    resumeAtMs: Number(resumeAtMs),
    hears: hears === 'voice' ? 'voice' : 'words',
  })
} catch (error) {
  if (!(error instanceof WavError)) throw error
  await send({ kind: 'bad_audio', reason: error.message })
}
process.off('disconnect', endNow)
process.disconnect?.()
