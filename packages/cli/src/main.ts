/** Runs the command line and returns its exit code. */
import { CommanderError } from 'commander'
import type { Runtime } from './context.ts'
import { explain } from './errors.ts'
import { type ExitCode, exitCodes } from './exit-codes.ts'
import { createOutput } from './output/output.ts'
import { buildProgram } from './program.ts'

export async function main(args: readonly string[], runtime: Runtime): Promise<ExitCode> {
  let exitCode: ExitCode = exitCodes.done
  const program = buildProgram(runtime, (code) => {
    exitCode = code
  })
  try {
    await program.parseAsync([...args], { from: 'user' })
    return exitCode
  } catch (error) {
    // Commander has already printed the message; --help and --version are not errors.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage
    const explained = explain(error)
    createOutput(runtime, {}).error(explained)
    return explained.exitCode
  }
}
