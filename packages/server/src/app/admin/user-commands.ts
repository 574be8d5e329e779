import type { Role } from '@inlet/contract'
import type { Command } from 'commander'
import { inviteUser } from '../../features/sign-in/invite-user.ts'
import { deleteSessionsOf } from '../../features/sign-in/sessions.repo.ts'
import {
  findTeam,
  findUserByEmail,
  insertUser,
  listUsers,
  updateUser,
} from '../../features/teams/teams.repo.ts'
import { readId, readRole } from './arguments.ts'
import { type AdminContext, AdminError, type OutputOptions, print, withContext } from './context.ts'

interface CreateOptions extends OutputOptions {
  team: number
  name?: string
  role: Role
}

export async function requireUser({ db }: AdminContext, email: string) {
  const user = await findUserByEmail(db, email)
  if (!user) throw new AdminError(`There is no user ${email}. "inlet-admin user list --team ID" shows them.`)
  return user
}

export function addUserCommands(program: Command): void {
  const user = program.command('user').description('the people of a team')

  user
    .command('create <email>')
    .description('add a person to a team')
    .requiredOption('--team <id>', 'team id', readId)
    .requiredOption('--role <role>', 'full, viewer, admin or collaborator', readRole)
    .option('--name <name>', 'display name')
    .option('--json', 'print JSON')
    .action((email: string, options: CreateOptions) =>
      withContext(async ({ db }) => {
        if (!(await findTeam(db, options.team))) throw new AdminError(`There is no team ${options.team}.`)
        if (await findUserByEmail(db, email)) throw new AdminError(`There is a user ${email} already.`)
        const name = options.name ?? email.split('@')[0] ?? email
        print(await insertUser(db, { team_id: options.team, email, name, role: options.role }), options)
      }),
    )

  user
    .command('list')
    .description('show the people of a team')
    .requiredOption('--team <id>', 'team id', readId)
    .option('--json', 'print JSON')
    .action((options: OutputOptions & { team: number }) =>
      withContext(async ({ db }) => print(await listUsers(db, options.team), options)),
    )

  user
    .command('invite <email>')
    .description('make a link with which a person chooses a password: the first one, or a new one')
    .option('--json', 'print JSON')
    .action((email: string, options: OutputOptions) =>
      withContext(async (context) => {
        const { publicUrl } = context
        if (publicUrl === undefined)
          throw new AdminError('Set INLET_PUBLIC_URL: the link leads to the workspace.')
        const found = await requireUser(context, email)
        if (found.suspended_at) throw new AdminError(`${email} is suspended. Restore the person first.`)
        print(await inviteUser(context, { userId: found.id, publicUrl }), options)
        process.stderr.write('Give the link to that person only. It works once, and no older one does.\n')
      }),
    )

  user
    .command('sign-out <email>')
    .description('end every session of a person in the workspace')
    .option('--json', 'print JSON')
    .action((email: string, options: OutputOptions) =>
      withContext(async (context) => {
        const found = await requireUser(context, email)
        print({ email: found.email, ended_sessions: await deleteSessionsOf(context.db, found.id) }, options)
      }),
    )

  const change = (name: string, description: string, isSuspended: boolean) =>
    user
      .command(`${name} <email>`)
      .description(description)
      .option('--json', 'print JSON')
      .action((email: string, options: OutputOptions) =>
        withContext(async (context) => {
          const found = await requireUser(context, email)
          await updateUser(context.db, found.id, { isSuspended })
          print(await requireUser(context, email), options)
        }),
      )
  change('suspend', 'stop a person, their sessions and their personal keys', true)
  change('restore', 'let a suspended person in again', false)

  user
    .command('role <email> <role>')
    .description('change the role: full, viewer, admin or collaborator')
    .option('--json', 'print JSON')
    .action((email: string, role: string, options: OutputOptions) =>
      withContext(async (context) => {
        const found = await requireUser(context, email)
        await updateUser(context.db, found.id, { role: readRole(role) })
        print(await requireUser(context, email), options)
      }),
    )
}
