/** The local engine: Moonshine tiny for English, without an account or a network. */

import type { ChildProcess } from 'node:child_process'
import { fork } from 'node:child_process'
import { access } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { capture } from '../sandbox/capture.ts'
import type { EngineEnd, EngineMessage, EngineTask } from './engine-messages.ts'
import { isEngineMessage } from './engine-messages.ts'
import { modelFiles } from './model-files.ts'
import { segmentChunk } from './segments.ts'
import type { SpeechEngine, TranscribeRequest, TranscriptionEnd } from './speech-engine.ts'
import { SpeechError } from './speech-engine.ts'

const script = fileURLToPath(new URL('./engine.child.ts', import.meta.url))
const maxStderrBytes = 16 * 1024
/** It speaks at least once a chunk, which takes seconds even on a busy machine. */
const silentMs = 180_000

export function localEngine(options: { readonly modelsDir: string }): SpeechEngine {
  const modelsDir = resolve(options.modelsDir)
  return {
    id: 'local',
    model: 'moonshine-tiny-en',
    languages: ['en'],
    transcribe: (request) => transcribe(modelsDir, request),
  }
}

async function transcribe(modelsDir: string, request: TranscribeRequest): Promise<TranscriptionEnd> {
  request.signal?.throwIfAborted()
  const { resumeAtMs = 0 } = request
  // A fraction of a sample would shift every window, and with them the result.
  if (!Number.isSafeInteger(resumeAtMs) || resumeAtMs < 0)
    throw new TypeError('resumeAtMs is the endMs of a chunk')
  await checkModels(modelsDir)
  request.signal?.throwIfAborted()
  const child = startChild({ modelsDir, wavPath: resolve(request.wavPath), resumeAtMs })
  const stop = () => child.kill('SIGKILL')
  request.signal?.addEventListener('abort', stop, { once: true })
  try {
    return await follow(child, request)
  } finally {
    request.signal?.removeEventListener('abort', stop)
    stop()
    child.stderr?.destroy()
  }
}

function startChild(task: EngineTask): ChildProcess {
  return fork(script, [task.modelsDir, task.wavPath, String(task.resumeAtMs)], {
    // Not the worker's own switches and secrets. Few arenas: the C library would hold on to memory it does not use.
    execArgv: ['--max-old-space-size=128'],
    env: { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '2' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
}

/** Resolves or rejects only when the process has ended: whoever aborts can count on nothing being left. */
async function follow(child: ChildProcess, request: TranscribeRequest): Promise<TranscriptionEnd> {
  const stderr = capture(child.stderr, maxStderrBytes)
  let index = request.resumeIndex ?? 0
  const state: { end: EngineEnd | null; failure: Error | null } = { end: null, failure: null }
  // One after the other: the caller keeps each chunk before it hears of the next.
  let kept = Promise.resolve()
  const fail = (reason: unknown) => {
    state.failure ??= reason instanceof Error ? reason : new Error(String(reason))
    child.kill('SIGKILL')
  }
  const clock = setTimeout(() => {
    fail(new SpeechError('engine_failed', `the engine has said nothing for ${silentMs / 1000} seconds`))
  }, silentMs)
  const receive = async (message: EngineMessage) => {
    if (state.failure !== null || request.signal?.aborted) return
    if (message.kind === 'progress') request.onProgress?.(message)
    else if (message.kind === 'bad_audio') fail(new SpeechError('bad_audio', message.reason))
    else if (message.kind === 'done') state.end = message
    else {
      const { startMs, endMs } = message
      await request.onChunk({ index, startMs, endMs, segments: segmentChunk(message) })
      index += 1
    }
  }
  child.on('message', (message: unknown) => {
    clock.refresh()
    if (isEngineMessage(message)) kept = kept.then(() => receive(message)).catch(fail)
    else fail(new SpeechError('engine_failed', 'the engine said something that is not of its form'))
  })
  // The clock stops with the process: keeping the last chunk may take its time.
  const exit = await exitOf(child).finally(() => clearTimeout(clock))
  await kept
  request.signal?.throwIfAborted()
  if (state.failure !== null) throw state.failure
  if (state.end === null) {
    throw new SpeechError('engine_failed', `the engine ended with ${exit}: ${stderr().trim().slice(-2000)}`)
  }
  const { durationMs, peakMemoryBytes, cpuMs } = state.end
  return { durationMs, peakMemoryBytes, cpuMs }
}

async function exitOf(child: ChildProcess): Promise<string> {
  const { promise, resolve: settle, reject } = Promise.withResolvers<string>()
  // `close` and not `exit`: messages still in the pipe come before it.
  child.once('close', (code, signal) => settle(signal ?? `code ${code}`))
  child.on('error', (cause) => {
    if (child.pid === undefined)
      reject(new SpeechError('engine_failed', 'cannot start the engine', { cause }))
  })
  return await promise
}

async function checkModels(modelsDir: string): Promise<void> {
  for (const name of Object.values(modelFiles)) {
    await access(join(modelsDir, name)).catch((cause: unknown) => {
      throw new SpeechError('models_missing', `${join(modelsDir, name)} is missing: run "npm run models"`, {
        cause,
      })
    })
  }
}
