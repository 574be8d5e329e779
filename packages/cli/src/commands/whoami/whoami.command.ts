import type { CommonOptions } from '../../context.ts'
import type { Register } from '../register.ts'

export const addWhoamiCommand: Register = (program, action) => {
  const command = program
    .command('whoami')
    .summary('show the key in use, its scopes and the service')
    .description('Shows which key commands use, where it comes from, and its scopes.')
    .addHelpText('after', '\nExamples:\n  $ inlet whoami\n  $ inlet whoami --profile staging --json')
  action(command, async (context, options: CommonOptions) => {
    const { whoami } = await import('./whoami.handler.ts')
    return whoami(context, options)
  })
}
