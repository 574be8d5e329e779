import type { Command } from 'commander'
import { resealEverything } from '../../features/maintenance/maintenance.public.ts'
import { replaceLostSecrets } from '../../features/webhooks/webhooks.public.ts'
import { listSecretUses, resetSecrets, retireSecrets } from '../../platform/auth/deployment-secrets.ts'
import { deleteSigningKeys } from '../../platform/auth/signing-keys.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { assertMigrated } from '../../platform/db/migrate.ts'
import { AdminError, type OutputOptions, print, withContext, withDatabase } from './context.ts'
import { printMessage } from './messages.ts'

export function addSecretCommands(program: Command): void {
  const secret = program.command('secret').description('rotate INLET_SECRET')

  secret
    .command('status')
    .description('list the secrets that open this deployment, and when a process last used each')
    .option('--json', 'print JSON')
    .action((options: OutputOptions) =>
      withContext(async ({ db, secrets }) => {
        const [current, previous] = secrets.marks
        const uses = await listSecretUses(db)
        print(
          uses.map(({ mark, created_at, last_used_at, is_in_use }) => ({
            secret: mark === current ? 'INLET_SECRET' : mark === previous ? 'INLET_SECRET_PREVIOUS' : 'other',
            created_at,
            last_used_at,
            is_in_use,
          })),
          options,
        )
      }),
    )

  secret
    .command('retire')
    .description(
      'remove every secret except INLET_SECRET and encrypt the signing keys, webhook secrets and source URLs with a new key',
    )
    .option('--json', 'print JSON')
    .action((options: OutputOptions) =>
      withContext(async (context) => {
        const retired = await retireSecrets(context.db, { secret: context.secret, reseal: resealEverything })
        print({ retired }, options)
        printMessage(
          retired === 0
            ? 'Only INLET_SECRET opens this deployment; there was nothing to retire.'
            : 'The old secret opens nothing any more. Remove INLET_SECRET_PREVIOUS from your settings.',
        )
      }),
    )

  secret
    .command('reset')
    .description('for a lost secret: start over with INLET_SECRET; all API keys, sessions and tokens end')
    .option('--yes', 'required')
    .option('--json', 'print JSON')
    .action((options: OutputOptions & { yes?: boolean }) =>
      withDatabase(async ({ db, database, secret: current, secrets }) => {
        if (!options.yes)
          throw new AdminError('Add --yes to confirm: all API keys, sessions and invitations become invalid.')
        await assertMigrated(database.pool)
        await inTransaction(db, async (tx) => {
          await resetSecrets(tx, current)
          await deleteSigningKeys(tx)
          await replaceLostSecrets(tx, secrets)
        })
        print({ reset: true }, options)
        printMessage(
          'Restart all processes, then issue new secrets with "inlet-admin key rotate". Webhooks have new secrets too: their owners rotate them once to see them.',
        )
      }),
    )
}
