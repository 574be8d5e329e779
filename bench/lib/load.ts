/** Sends requests from a separate process, so that generating load costs the measured process nothing. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export interface LoadOptions {
  url: string
  seconds: number
  connections: number
  /** Tokens for the Authorization header, used in turn. */
  tokens?: string[]
  /** Requests per second over all connections; as fast as possible by default. */
  rate?: number
}

export interface LoadResult {
  rps: number
  p50: number
  p99: number
  statuses: Record<string, number>
}

export async function load(options: LoadOptions): Promise<LoadResult> {
  const child = fork(join(import.meta.dirname, 'load-child.ts'), { stdio: 'inherit' })
  child.send(options)
  const [result] = (await once(child, 'message')) as [LoadResult]
  return result
}
