/** What every command handler receives, so that handlers never access the process directly. */
import type { Fetch, Inlet } from '@inlet/sdk'
import type { Env } from './config/folders.ts'
import type { Output, OutputOptions } from './output/output.ts'
import type { Stream } from './output/stream.ts'
import type { ListenForStop } from './stop.ts'

export interface Runtime {
  env: Env
  stdin: NodeJS.ReadStream
  stdout: Stream
  stderr: Stream
  /** Until it is called, Ctrl-C ends the process immediately. */
  listenForStop: ListenForStop
}

export interface Context extends Runtime {
  output: Output
  /** Through the proxy of the environment, if there is one. */
  fetch: Fetch
  /** A client with the key of the profile or the environment. */
  readonly connect: (options: Pick<CommonOptions, 'profile'>) => Promise<Inlet>
}

/** Options of every command. */
export interface CommonOptions extends OutputOptions {
  profile?: string | undefined
}
