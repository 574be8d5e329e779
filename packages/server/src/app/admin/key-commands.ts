import { type Scope, scopes } from '@inlet/contract'
import type { Command } from 'commander'
import { createKey } from '../../features/teams/create-key.ts'
import { listKeys, revokeKey } from '../../features/teams/keys.repo.ts'
import { maxOverlapHours, rotateKey } from '../../features/teams/rotate-key.ts'
import { readDate, readId, readInteger, readScopes } from './arguments.ts'
import { AdminError, type OutputOptions, print, withContext } from './context.ts'
import { requireUser } from './user-commands.ts'

interface CreateOptions extends OutputOptions {
  user: string
  team: boolean
  name: string
  scopes: Scope[]
  limit?: number
  expires?: Date
}

const maxLimit = 1000

function tellSecretOnce(options: OutputOptions): void {
  if (!options.json) process.stderr.write('Store the secret now: it is not shown again.\n')
}

const noSuchKey = (clientId: string) =>
  new AdminError(`There is no key ${clientId}. "inlet-admin key list --team ID" shows them.`)

export function addKeyCommands(program: Command): void {
  const key = program.command('key').description('API keys: a client id and a secret')

  key
    .command('create')
    .description('make an API key; the secret is shown once')
    .requiredOption('--user <email>', 'the person the key acts for, or who answers for a team key')
    .option('--team', 'act for the whole team instead of the person', false)
    .option('--name <name>', 'what it is for', 'API key')
    .option('--scopes <scopes>', 'separated by comma', readScopes, [...scopes])
    .option('--limit <n>', 'calls a minute instead of the default', readInteger(1, maxLimit))
    .option('--expires <date>', 'last day of the key', readDate)
    .option('--json', 'print JSON')
    .action((options: CreateOptions) =>
      withContext(async (context) => {
        const user = await requireUser(context, options.user)
        const credentials = await createKey(context, {
          teamId: user.team_id,
          userId: user.id,
          kind: options.team ? 'team' : 'personal',
          name: options.name,
          scopes: options.scopes,
          rateLimitPerMinute: options.limit,
          expiresAt: options.expires,
        })
        print(credentials, options)
        tellSecretOnce(options)
      }),
    )

  key
    .command('list')
    .description('show the keys of a team')
    .requiredOption('--team <id>', 'team id', readId)
    .option('--json', 'print JSON')
    .action((options: OutputOptions & { team: number }) =>
      withContext(async ({ db }) => print(await listKeys(db, options.team), options)),
    )

  key
    .command('revoke <client-id>')
    .description('stop a key; its live tokens die within ten seconds')
    .option('--json', 'print JSON')
    .action((clientId: string, options: OutputOptions) =>
      withContext(async ({ db }) => {
        const revokedAt = await revokeKey(db, clientId)
        if (!revokedAt) throw noSuchKey(clientId)
        print({ client_id: clientId, revoked_at: revokedAt }, options)
      }),
    )

  key
    .command('rotate <client-id>')
    .description('give a key a new secret; the old one works on for the overlap')
    .option('--overlap-hours <n>', `0 to ${maxOverlapHours}`, readInteger(0, maxOverlapHours), 24)
    .option('--json', 'print JSON')
    .action((clientId: string, options: OutputOptions & { overlapHours: number }) =>
      withContext(async (context) => {
        const credentials = await rotateKey(context, { clientId, overlapHours: options.overlapHours })
        if (!credentials) throw noSuchKey(clientId)
        print(credentials, options)
        tellSecretOnce(options)
      }),
    )
}
