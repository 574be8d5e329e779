/** Runs the engine process. */

import type { ChildProcess } from 'node:child_process'
import { fork } from 'node:child_process'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { capture } from '../sandbox/capture.ts'
import { programOomScore } from '../sandbox/oom-score.ts'
import type { EngineEnd, EngineMessage, EngineTask, RecognizedChunk } from './engine-messages.ts'
import { isEngineMessage } from './engine-messages.ts'
import type { SpeechProgress } from './speech-engine.ts'
import { SpeechError } from './speech-engine.ts'

const script = fileURLToPath(new URL('./engine.child.ts', import.meta.url))
const maxStderrBytes = 16 * 1024
/** It sends at least one message per chunk, which takes seconds even on a busy machine. */
const silentMs = 180_000

type Receiver = {
  readonly signal?: AbortSignal | undefined
  /** Called sequentially and in order. The process is killed if it throws. */
  readonly onChunk: (chunk: RecognizedChunk) => Promise<void> | void
  /** The position of the process; must not throw. */
  readonly onProgress?: ((progress: SpeechProgress) => void) | undefined
}

/**
 * Settles only after the process has exited and the last chunk is handled, so nothing is left after an abort. Call it
 * from the main thread: the kernel kills a process together with the thread that started it.
 */
export async function runEngineProcess(task: EngineTask, receiver: Receiver): Promise<EngineEnd> {
  // A fraction of a sample would shift every window and change the result.
  if (!Number.isSafeInteger(task.resumeAtMs) || task.resumeAtMs < 0)
    throw new TypeError('resumeAtMs is the endMs of a chunk')
  receiver.signal?.throwIfAborted()
  const child = startChild(task)
  const stop = () => child.kill('SIGKILL')
  receiver.signal?.addEventListener('abort', stop, { once: true })
  try {
    return await follow(child, receiver)
  } finally {
    receiver.signal?.removeEventListener('abort', stop)
    stop()
    child.stderr?.destroy()
  }
}

function startChild({ modelsDir, wavPath, resumeAtMs, hears }: EngineTask): ChildProcess {
  return fork(script, [modelsDir, wavPath, String(resumeAtMs), hears], {
    // If memory runs out, the kernel kills it before us.
    execPath: 'choom',
    execArgv: [
      ['--adjust', String(programOomScore()), '--'],
      // The kernel kills it with us, even while it loads models and cannot notice a closed channel.
      ['setpriv', '--pdeathsig=KILL', '--', process.execPath, '--max-old-space-size=128'],
    ].flat(),
    // Without the worker's options and secrets. Few arenas, because the C library would retain unused memory.
    env: { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '2' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
}

async function follow(child: ChildProcess, receiver: Receiver): Promise<EngineEnd> {
  const stderr = capture(child.stderr, maxStderrBytes)
  const state: { end: EngineEnd | null; failure: Error | null } = { end: null, failure: null }
  // Sequentially: the caller saves each chunk before it gets the next.
  let kept = Promise.resolve()
  const fail = (reason: unknown) => {
    state.failure ??= reason instanceof Error ? reason : new Error(String(reason))
    child.kill('SIGKILL')
  }
  const clock = setTimeout(() => {
    fail(new SpeechError('engine_failed', `the engine sent no message for ${silentMs / 1000} seconds`))
  }, silentMs)
  const receive = async (message: EngineMessage) => {
    if (state.failure !== null || receiver.signal?.aborted) return
    if (message.kind === 'progress') receiver.onProgress?.(message)
    else if (message.kind === 'bad_audio') fail(new SpeechError('bad_audio', message.reason))
    else if (message.kind === 'done') state.end = message
    else await receiver.onChunk(message)
  }
  child.on('message', (message: unknown) => {
    clock.refresh()
    if (isEngineMessage(message)) kept = kept.then(() => receive(message)).catch(fail)
    else fail(new SpeechError('engine_failed', 'the engine sent an invalid message'))
  })
  // The timer stops with the process; saving the last chunk may take longer.
  const exit = await exitOf(child).finally(() => clearTimeout(clock))
  await kept
  receiver.signal?.throwIfAborted()
  if (state.failure !== null) throw state.failure
  if (state.end === null) {
    throw new SpeechError('engine_failed', `the engine exited with ${exit}: ${stderr().trim().slice(-2000)}`)
  }
  return state.end
}

async function exitOf(child: ChildProcess): Promise<string> {
  const { promise, resolve: settle, reject } = Promise.withResolvers<string>()
  // `close` instead of `exit`: it comes after all messages in the pipe.
  child.once('close', (code, signal) => settle(signal ?? `code ${code}`))
  child.on('error', (cause) => {
    if (child.pid === undefined)
      reject(new SpeechError('engine_failed', 'cannot start the engine', { cause }))
  })
  return await promise
}

export async function checkModels(modelsDir: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await access(join(modelsDir, name)).catch((cause: unknown) => {
      throw new SpeechError('models_missing', `${join(modelsDir, name)} is missing: run "npm run models"`, {
        cause,
      })
    })
  }
}
