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
} from '../../features/team/team.repo.ts'
import { readId, readRole } from './arguments.ts'
import { type AdminContext, AdminError, type OutputOptions, print, withContext } from './context.ts'

interface CreateOptions extends OutputOptions {
  team: number
  name?: string
  role: Role
}

export async function requireUser({ db }: AdminContext, email: string) {
  const user = await findUserByEmail(db, email)
  if (!user)
    throw new AdminError(`User ${email} does not exist. "inlet-admin user list --team ID" lists the users.`)
  return user
}

export function addUserCommands(program: Command): void {
  const user = program.command('user').description('manage the users of a team')

  user
    .command('create <email>')
    .description('add a user to a team')
    .requiredOption('--team <id>', 'team id', readId)
    .requiredOption('--role <role>', 'full, viewer, admin or collaborator', readRole)
    .option('--name <name>', 'display name')
    .option('--json', 'print JSON')
    .action((email: string, options: CreateOptions) =>
      withContext(async ({ db }) => {
        if (!(await findTeam(db, options.team))) throw new AdminError(`Team ${options.team} does not exist.`)
        if (await findUserByEmail(db, email)) throw new AdminError(`User ${email} already exists.`)
        const name = options.name ?? email.split('@')[0] ?? email
        print(await insertUser(db, { team_id: options.team, email, name, role: options.role }), options)
      }),
    )

  user
    .command('list')
    .description('list the users of a team')
    .requiredOption('--team <id>', 'team id', readId)
    .option('--json', 'print JSON')
    .action((options: OutputOptions & { team: number }) =>
      withContext(async ({ db }) => print(await listUsers(db, options.team), options)),
    )

  user
    .command('invite <email>')
    .description('create an invitation link with which a user sets a first or a new password')
    .option('--json', 'print JSON')
    .action((email: string, options: OutputOptions) =>
      withContext(async (context) => {
        const { publicUrl } = context
        if (publicUrl === undefined)
          throw new AdminError('Set INLET_PUBLIC_URL: the link needs the address of the workspace.')
        const found = await requireUser(context, email)
        if (found.suspended_at) throw new AdminError(`${email} is suspended. Restore the user first.`)
        print(await inviteUser(context, { userId: found.id, publicUrl }), options)
        process.stderr.write(
          'Give the link only to that person. It works once; older links no longer work.\n',
        )
      }),
    )

  user
    .command('sign-out <email>')
    .description('end all workspace sessions of a user')
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
  change('suspend', 'suspend a user with their sessions and personal keys', true)
  change('restore', 'restore a suspended user', false)

  user
    .command('role <email> <role>')
    .description('change the role of a user: full, viewer, admin or collaborator')
    .option('--json', 'print JSON')
    .action((email: string, role: string, options: OutputOptions) =>
      withContext(async (context) => {
        const found = await requireUser(context, email)
        await updateUser(context.db, found.id, { role: readRole(role) })
        print(await requireUser(context, email), options)
      }),
    )
}
