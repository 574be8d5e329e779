import { importScopes, roles } from '@inlet/contract'
import type { Command } from 'commander'
import { createKey } from '../../features/keys/create-key.ts'
import { listKeys } from '../../features/keys/keys.repo.ts'
import { inviteUser } from '../../features/sign-in/invite-user.ts'
import {
  findUserByEmail,
  insertTeam,
  insertUser,
  listTeams,
  type User,
} from '../../features/team/team.repo.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { type AdminContext, AdminError, type OutputOptions, print, withContext } from './context.ts'

interface SetupOptions extends OutputOptions {
  team: string
}

export function addSetupCommand(program: Command): void {
  program
    .command('setup <email>')
    .description('create the first team, its first admin with a sign-in link, and an API key')
    .option('--team <name>', 'name of the team', 'Research')
    .option('--json', 'print JSON')
    .action((email: string, options: SetupOptions) =>
      withContext(async (context) => {
        const { publicUrl } = context
        if (publicUrl === undefined)
          throw new AdminError('Set INLET_PUBLIC_URL: the link needs the address of the workspace.')
        const user = await ensureFirstAdmin(context, email, options.team)
        const { link, expires_at } = await inviteUser(context, { userId: user.id, publicUrl })
        const { client_id, client_secret } = await ensureFirstKey(context, user)
        print(
          {
            team_id: user.team_id,
            email: user.email,
            sign_in: link,
            sign_in_until: expires_at,
            client_id,
            ...(client_secret !== undefined && { client_secret }),
          },
          options,
        )
        process.stderr.write(
          client_secret === undefined
            ? `Open the link to choose a password. The first API key exists, and its secret cannot be shown again: create another with "inlet-admin key create --user ${email}", and revoke this one with "inlet-admin key revoke ${client_id}".\n`
            : 'Open the link to choose a password. Store the secret now: it is not shown again.\n',
        )
      }),
    )
}

const firstKeyName = 'First key'

/** Without a secret if the key exists: every run of the command would leave another valid key behind. */
async function ensureFirstKey(
  context: AdminContext,
  user: User,
): Promise<{ client_id: string; client_secret?: string }> {
  const found = (await listKeys(context.db, user.team_id)).find(
    (key) => key.name === firstKeyName && key.user === user.email && key.state === 'live',
  )
  if (found) return { client_id: found.client_id }
  return createKey(context, {
    teamId: user.team_id,
    userId: user.id,
    kind: 'personal',
    name: firstKeyName,
    scopes: [...importScopes, 'event:read'],
  })
}

/** Can be repeated by the same person: a first run may have failed before it printed anything. */
async function ensureFirstAdmin({ db }: AdminContext, email: string, team: string): Promise<User> {
  const teams = await listTeams(db)
  const found = await findUserByEmail(db, email)
  if (found && found.team_id === teams[0]?.id && found.role === roles.admin) return found
  if (teams.length > 0)
    throw new AdminError('This instance is already set up. Add users with "inlet-admin user create".')
  return inTransaction(db, async (tx) => {
    const { id } = await insertTeam(tx, team)
    return insertUser(tx, { team_id: id, email, name: email.split('@')[0] ?? email, role: roles.admin })
  })
}
