import { importScopes, type Scope } from '@inlet/contract'
import type { Command } from 'commander'
import { createKey } from '../../features/keys/create-key.ts'
import { listKeys, revokeKey } from '../../features/keys/keys.repo.ts'
import { maxOverlapHours, rotateKey } from '../../features/keys/rotate-key.ts'
import { readDate, readId, readInteger, readScopes } from './arguments.ts'
import { AdminError, type OutputOptions, print, withContext } from './context.ts'
import { requireUser } from './user-commands.ts'

interface CreateOptions extends OutputOptions {
  user: string
  team: boolean
  name: string
  scopes: Scope[]
  limit?: number
  readLimit?: number
  expires?: Date
}

const maxLimit = 1000
const maxReadLimit = 10_000

function warnSecretShownOnce(options: OutputOptions): void {
  if (!options.json) process.stderr.write('Store the secret now: it is not shown again.\n')
}

const noSuchKey = (clientId: string) =>
  new AdminError(`Key ${clientId} does not exist. "inlet-admin key list --team ID" lists the keys.`)

export function addKeyCommands(program: Command): void {
  const key = program.command('key').description('manage API keys')

  key
    .command('create')
    .description('create an API key; the secret is shown once')
    .requiredOption('--user <email>', 'user the key acts for, or who is responsible for a team key')
    .option('--team', 'act for the whole team instead of the user', false)
    .option('--name <name>', 'name of the key', 'API key')
    .option('--scopes <scopes>', 'comma-separated list of scopes', readScopes, [...importScopes])
    .option('--limit <n>', 'import calls per minute instead of the default', readInteger(1, maxLimit))
    .option('--read-limit <n>', 'other calls per minute instead of the default', readInteger(1, maxReadLimit))
    .option('--expires <date>', 'expiry date of the key', readDate)
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
          readRateLimitPerMinute: options.readLimit,
          expiresAt: options.expires,
        })
        print(credentials, options)
        warnSecretShownOnce(options)
      }),
    )

  key
    .command('list')
    .description('list the keys of a team')
    .requiredOption('--team <id>', 'team id', readId)
    .option('--json', 'print JSON')
    .action((options: OutputOptions & { team: number }) =>
      withContext(async ({ db }) => print(await listKeys(db, options.team), options)),
    )

  key
    .command('revoke <client-id>')
    .description('revoke a key; its tokens stop working within ten seconds')
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
    .description('create a new secret for a key; the old one stays valid for the overlap')
    .option(
      '--overlap-hours <n>',
      `hours that the old secret stays valid, 0 to ${maxOverlapHours}`,
      readInteger(0, maxOverlapHours),
      24,
    )
    .option('--json', 'print JSON')
    .action((clientId: string, options: OutputOptions & { overlapHours: number }) =>
      withContext(async (context) => {
        const credentials = await rotateKey(context, { clientId, overlapHours: options.overlapHours })
        if (!credentials) throw noSuchKey(clientId)
        print(credentials, options)
        warnSecretShownOnce(options)
      }),
    )
}
