/** How a command registers itself and its handler with the program. */
import type { Command } from 'commander'
import type { CommonOptions, Context } from '../context.ts'
import type { ExitCode } from '../exit-codes.ts'

type Handler<Options, Args extends unknown[]> = (
  context: Context,
  options: Options & CommonOptions,
  ...args: Args
) => Promise<ExitCode>

export type Action = <Options, Args extends unknown[]>(
  command: Command,
  handler: Handler<Options, Args>,
) => void

export type Register = (program: Command, action: Action) => void
