import type { Command } from 'commander'
import { rotateSigningKeys } from '../../platform/auth/signing-keys.ts'
import { AdminError, type OutputOptions, print, withContext } from './context.ts'

export function addSigningKeyCommands(program: Command): void {
  program
    .command('signing-key')
    .description('the keys that sign access tokens')
    .command('rotate')
    .description('sign with a new key from ten minutes on; live tokens keep working')
    .option('--now', 'for a leaked key: sign with the new key at once and end every live token')
    .option('--yes', 'required with --now')
    .option('--json', 'print JSON')
    .action((options: OutputOptions & { now?: boolean; yes?: boolean }) =>
      withContext(async ({ db, secrets }) => {
        if (options.now && !options.yes) throw new AdminError('Add --yes: --now ends every live token.')
        print({ kid: await rotateSigningKeys(db, secrets, { isImmediate: options.now ?? false }) }, options)
      }),
    )
}
