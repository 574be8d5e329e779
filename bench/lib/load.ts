/** Sends requests at a server from a process of its own, so that making load costs the measured one nothing. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export interface LoadOptions {
  url: string
  seconds: number
  connections: number
  /** One of these authorisation headers for each request, in turn. */
  tokens?: string[]
  /** Requests a second over all connections; as fast as possible when left out. */
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
