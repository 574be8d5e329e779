import type { Command } from 'commander'
import { rotateSigningKeys } from '../../platform/auth/signing-keys.ts'
import { AdminError, type OutputOptions, print, withContext } from './context.ts'

export function addSigningKeyCommands(program: Command): void {
  program
    .command('signing-key')
    .description('manage the keys that sign access tokens')
    .command('rotate')
    .description('create a new signing key, used after ten minutes; existing tokens stay valid')
    .option('--now', 'for a leaked key: use the new key immediately and invalidate all tokens')
    .option('--yes', 'required with --now')
    .option('--json', 'print JSON')
    .action((options: OutputOptions & { now?: boolean; yes?: boolean }) =>
      withContext(async ({ db, secrets }) => {
        if (options.now && !options.yes)
          throw new AdminError('Add --yes to confirm: --now invalidates all tokens.')
        print({ kid: await rotateSigningKeys(db, secrets, { isImmediate: options.now ?? false }) }, options)
      }),
    )
}
