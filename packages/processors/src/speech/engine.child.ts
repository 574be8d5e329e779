/**
 * The local engine's own process: its library blocks the event loop, holds hundreds of megabytes and may crash, none of which
 * a worker should. Arguments: the folder of the models, the recording, where to resume (ms), what to hear. Speaks over IPC.
 */

import { localLimits, serverLimits } from './chunk-plan.ts'
import type { EngineMessage, EngineTask } from './engine-messages.ts'
import { listen } from './listen.ts'
import { loadRecognizer } from './recognizer.ts'
import { loadVoiceDetector } from './voice.ts'
import { openWav, WavError } from './wav.ts'

const progressEveryMs = 500

/** Waits until it is written: an unsent message would be lost with the process. */
async function tell(message: EngineMessage): Promise<void> {
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
  for await (const chunk of listen(listener, resumeAtMs)) await tell(chunk)
  await wav.close()
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage()
  const cpuMs = Math.round((userCPUTime + systemCPUTime) / 1000)
  await tell({ kind: 'done', durationMs, peakMemoryBytes: maxRSS * 1024, cpuMs })
}

/** Nobody wants the rest. Not by `exit`, which would wait for a piece that another thread is just recognising. */
function endNow(): void {
  process.kill(process.pid, 'SIGKILL')
}

// The worker is gone, perhaps even before all of this was loaded.
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
  await tell({ kind: 'bad_audio', reason: error.message })
}
process.off('disconnect', endNow)
process.disconnect?.()
