/** What every command works with. Handlers get it as an argument and touch nothing of the process themselves. */
import type { Env } from './config/folders.ts'
import type { Output, OutputOptions, Stream } from './output/output.ts'
import type { ListenForStop } from './stop.ts'

export interface Surroundings {
  env: Env
  stdin: NodeJS.ReadStream
  stdout: Stream
  stderr: Stream
  /** Until it is called, Ctrl-C ends the process as usual. */
  listenForStop: ListenForStop
}

export interface Context extends Surroundings {
  output: Output
}

/** On every command. */
export interface CommonOptions extends OutputOptions {
  profile?: string | undefined
}
