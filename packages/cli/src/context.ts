/** What every command handler receives, so that handlers never access the process directly. */
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
}

/** Options of every command. */
export interface CommonOptions extends OutputOptions {
  profile?: string | undefined
}
