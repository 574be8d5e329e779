import { exitCodes } from '../../exit-codes.ts'
import { version } from '../../version.ts'
import type { Register } from '../register.ts'

export const addVersionCommand: Register = (program, action) => {
  const command = program
    .command('version')
    .summary('print the version')
    .description('Prints the version of this command and of the Node it runs on.')
    .addHelpText('after', '\nExamples:\n  $ inlet version\n  $ inlet version --json')
  action(command, async ({ output }) => {
    output.record({ version, node: process.versions.node })
    return exitCodes.done
  })
}
