/** From arguments to an exit code. */
import { CommanderError } from 'commander'
import type { Surroundings } from './context.ts'
import { explain } from './errors.ts'
import { type ExitCode, exitCodes } from './exit-codes.ts'
import { createOutput } from './output/output.ts'
import { buildProgram } from './program.ts'

export async function main(args: readonly string[], surroundings: Surroundings): Promise<ExitCode> {
  let exitCode: ExitCode = exitCodes.done
  const program = buildProgram(surroundings, (code) => {
    exitCode = code
  })
  try {
    await program.parseAsync([...args], { from: 'user' })
    return exitCode
  } catch (error) {
    // Commander has said what is wrong; asking for help is not wrong.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage
    const explained = explain(error)
    createOutput(surroundings, {}).error(explained)
    return explained.exitCode
  }
}
