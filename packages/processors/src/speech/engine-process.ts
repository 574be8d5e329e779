/** The engine's own process, from its start to its end. */

import type { ChildProcess } from 'node:child_process'
import { fork } from 'node:child_process'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { capture } from '../sandbox/capture.ts'
import type { EngineEnd, EngineMessage, EngineTask, HeardChunk } from './engine-messages.ts'
import { isEngineMessage } from './engine-messages.ts'
import type { SpeechProgress } from './speech-engine.ts'
import { SpeechError } from './speech-engine.ts'

const script = fileURLToPath(new URL('./engine.child.ts', import.meta.url))
const maxStderrBytes = 16 * 1024
/** It speaks at least once a chunk, which takes seconds even on a busy machine. */
const silentMs = 180_000

type Receiver = {
  readonly signal?: AbortSignal | undefined
  /** One after the other, in order. The process is ended when it throws. */
  readonly onChunk: (chunk: HeardChunk) => Promise<void> | void
  /** How far the process has listened; must not throw. */
  readonly onProgress?: ((progress: SpeechProgress) => void) | undefined
}

/**
 * Resolves or rejects only when the process has ended and the last chunk is dealt with: whoever aborts can count on nothing
 * being left. To be called from the main thread: the kernel ends a process together with the thread that started it.
 */
export async function runEngineProcess(task: EngineTask, receiver: Receiver): Promise<EngineEnd> {
  // A fraction of a sample would shift every window, and with them the result.
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
    // The kernel ends it with us, even while it loads its models and hears nothing of a closed channel.
    execPath: 'setpriv',
    // Not the worker's own switches and secrets. Few arenas: the C library would hold on to memory it does not use.
    execArgv: ['--pdeathsig=KILL', '--', process.execPath, '--max-old-space-size=128'],
    env: { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '2' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
}

async function follow(child: ChildProcess, receiver: Receiver): Promise<EngineEnd> {
  const stderr = capture(child.stderr, maxStderrBytes)
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
    if (state.failure !== null || receiver.signal?.aborted) return
    if (message.kind === 'progress') receiver.onProgress?.(message)
    else if (message.kind === 'bad_audio') fail(new SpeechError('bad_audio', message.reason))
    else if (message.kind === 'done') state.end = message
    else await receiver.onChunk(message)
  }
  child.on('message', (message: unknown) => {
    clock.refresh()
    if (isEngineMessage(message)) kept = kept.then(() => receive(message)).catch(fail)
    else fail(new SpeechError('engine_failed', 'the engine said something that is not of its form'))
  })
  // The clock stops with the process: keeping the last chunk may take its time.
  const exit = await exitOf(child).finally(() => clearTimeout(clock))
  await kept
  receiver.signal?.throwIfAborted()
  if (state.failure !== null) throw state.failure
  if (state.end === null) {
    throw new SpeechError('engine_failed', `the engine ended with ${exit}: ${stderr().trim().slice(-2000)}`)
  }
  return state.end
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

export async function checkModels(modelsDir: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await access(join(modelsDir, name)).catch((cause: unknown) => {
      throw new SpeechError('models_missing', `${join(modelsDir, name)} is missing: run "npm run models"`, {
        cause,
      })
    })
  }
}
