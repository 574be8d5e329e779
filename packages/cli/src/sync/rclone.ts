/** Runs rclone as child processes that end with the command, with a failure, or when nothing is received any more. */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import type { Env } from '../config/folders.ts'
import { explainRclone, rcloneMissing, rcloneStalled } from './rclone-error.ts'
import type { Source } from './source.ts'

export interface Rclone {
  /** The bytes that it prints, as they arrive. Throws an RcloneError at the end if it failed. */
  bytes(args: readonly string[], signal: AbortSignal): AsyncGenerator<Uint8Array, void, undefined>
  /** Its lines, likewise. */
  lines(args: readonly string[], signal: AbortSignal): AsyncGenerator<string, void, undefined>
  /** Everything that it prints. */
  text(args: readonly string[], signal: AbortSignal): Promise<string>
}

/** Retries are ours, because a repeated "cat" would print the beginning twice. */
const flags = [
  '--ask-password=false',
  '--retries=1',
  '--low-level-retries=3',
  '--contimeout=30s',
  '--timeout=2m',
  '--stats=0',
]
/** Longer than the time limits above, so that rclone can say itself what it was waiting for. */
const silenceSeconds = 300
const killAfterMs = 3000
const mostStderr = 64 * 1024

type Child = ChildProcessByStdio<null, Readable, Readable>

/** The first argument is the command of rclone. */
export function openRclone(env: Env, source: Source): Rclone {
  const rclone: Rclone = {
    async *bytes([command = '', ...args], signal) {
      signal.throwIfAborted()
      const child = spawn('rclone', [command, ...flags, ...args], {
        env: childEnv(env),
        stdio: ['ignore', 'pipe', 'pipe'],
        // In a process group of its own: Ctrl-C lets running transfers end. If this process dies, their pipe breaks.
        detached: process.platform !== 'win32',
      })
      const ended = endOf(child)
      const guard = guardChild(child, signal)
      try {
        for await (const piece of child.stdout as AsyncIterable<Uint8Array>) {
          guard.refresh()
          yield piece
        }
      } catch (error) {
        // Destroyed by the guard, whose reason is reported below.
        if (!signal.aborted && !guard.isStalled()) throw error
      } finally {
        guard.done()
        stopChild(child)
      }
      const { exitCode, stderr, error } = await ended
      signal.throwIfAborted()
      if (error) throw error.code === 'ENOENT' ? rcloneMissing(error) : error
      if (guard.isStalled()) throw rcloneStalled(source, silenceSeconds)
      if (exitCode !== 0) throw explainRclone(source, { stderr, exitCode })
    },

    async *lines(args, signal) {
      const decoder = new TextDecoder()
      let rest = ''
      for await (const piece of rclone.bytes(args, signal)) {
        const lines = (rest + decoder.decode(piece, { stream: true })).split('\n')
        rest = lines.pop() ?? ''
        yield* lines
      }
      if (rest !== '') yield rest
    },

    async text(args, signal) {
      const lines: string[] = []
      for await (const line of rclone.lines(args, signal)) lines.push(line)
      return lines.join('\n')
    },
  }
  return rclone
}

/** The key of the service is none of its business, and local times would depend on the machine. */
function childEnv(env: Env): NodeJS.ProcessEnv {
  const { INLET_CLIENT_SECRET: _, ...others } = env
  return { ...others, TZ: 'UTC' }
}

interface ChildEnd {
  /** Undefined if it was ended by a signal. */
  exitCode: number | undefined
  stderr: string
  /** It could not be started. */
  error?: NodeJS.ErrnoException
}

async function endOf(child: Child): Promise<ChildEnd> {
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-mostStderr)
  })
  try {
    const [exitCode] = (await once(child, 'close')) as [number | null]
    return { exitCode: exitCode ?? undefined, stderr }
  } catch (error) {
    return { exitCode: undefined, stderr, error: error as NodeJS.ErrnoException }
  }
}

interface Guard {
  readonly isStalled: () => boolean
  readonly refresh: () => void
  readonly done: () => void
}

/** Ends the child when the signal aborts or nothing was received for too long. */
function guardChild(child: Child, signal: AbortSignal): Guard {
  let isStalled = false
  const stop = () => stopChild(child)
  const timer = setTimeout(() => {
    isStalled = true
    stop()
  }, silenceSeconds * 1000)
  signal.addEventListener('abort', stop, { once: true })
  return {
    isStalled: () => isStalled,
    refresh: () => void timer.refresh(),
    done() {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
    },
  }
}

function stopChild(child: Child): void {
  child.stdout.destroy()
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  setTimeout(() => child.kill('SIGKILL'), killAfterMs).unref()
}
