import type { CommonOptions } from '../../context.ts'
import type { Register } from '../register.ts'

export const addLogoutCommand: Register = (program, action) => {
  const command = program
    .command('logout')
    .summary('delete a saved key')
    .description(
      'Deletes the key of a profile from this machine. The key itself stays valid: an operator revokes it with "inlet-admin key revoke".',
    )
    .addHelpText('after', '\nExamples:\n  $ inlet logout\n  $ inlet logout --profile staging')
  action(command, async (context, options: CommonOptions) => {
    const { logout } = await import('./logout.handler.ts')
    return logout(context, options)
  })
}
