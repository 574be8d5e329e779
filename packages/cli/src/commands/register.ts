/** How commands are put into the program: the flags every one has, and how its handler is called. */
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
