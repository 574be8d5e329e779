import type { Role, SharePreference } from '@inlet/contract'
import { type Command, Option } from 'commander'
import { findQuota, readUsedBytes, updateQuota } from '../../features/team/storage.repo.ts'
import { bytesPerGigabyte } from '../../features/team/storage-quota.ts'
import { insertTeam, listTeams, updateTeam } from '../../features/team/team.repo.ts'
import { readId, readInteger, readRoles, readShare, readSwitch } from './arguments.ts'
import { AdminError, type OutputOptions, print, withContext } from './context.ts'

interface SetOptions extends OutputOptions {
  projectCreation?: boolean
  defaultShare?: SharePreference
  defaultRoles?: Role[]
  defaultLanguages?: string
  deleteOriginals?: boolean
  trashDays?: number
}

export function addTeamCommands(program: Command): void {
  const team = program.command('team').description('manage teams and their settings')

  team
    .command('create <name>')
    .description('create a team')
    .option('--json', 'print JSON')
    .action((name: string, options: OutputOptions) =>
      withContext(async ({ db }) => print(await insertTeam(db, name), options)),
    )

  team
    .command('list')
    .description('list all teams')
    .option('--json', 'print JSON')
    .action((options: OutputOptions) => withContext(async ({ db }) => print(await listTeams(db), options)))

  team
    .command('set')
    .description('change settings of a team')
    .argument('<team>', 'team id', readId)
    .option('--project-creation <on|off>', 'allow projects to be created through the API', readSwitch)
    .option('--default-share <private|everyone|roles>', 'default sharing of new projects', readShare)
    .option(
      '--default-roles <roles>',
      'comma-separated roles for --default-share roles: full,viewer,admin,collaborator',
      readRoles,
    )
    .option('--default-languages <codes>', 'default languages of new projects, e.g. en-US,de-DE')
    .option(
      '--delete-originals <on|off>',
      'delete the original of a protected recording once its protected version exists',
      readSwitch,
    )
    .option('--trash-days <0-365>', 'days for which deleted records can be restored', readInteger(0, 365))
    .option('--json', 'print JSON')
    .action((teamId: number, options: SetOptions) =>
      withContext(async ({ db }) => {
        const changed = await updateTeam(db, teamId, {
          ...(options.projectCreation !== undefined && {
            allow_manual_project_creation: options.projectCreation,
          }),
          ...(options.defaultShare && { default_share_preference: options.defaultShare }),
          ...(options.defaultRoles && { default_shared_roles: options.defaultRoles }),
          ...(options.defaultLanguages && {
            default_supported_languages: options.defaultLanguages.split(','),
          }),
          ...(options.deleteOriginals !== undefined && { deletes_originals: options.deleteOriginals }),
          ...(options.trashDays !== undefined && { trash_days: options.trashDays }),
        })
        if (!changed) throw noSuchTeam(teamId)
        print(changed, options)
      }),
    )

  addQuotaCommand(team)
}

interface QuotaOptions extends OutputOptions {
  gigabytes?: number
  unlimited?: boolean
  default?: boolean
}

const maxGigabytes = 1_000_000

function addQuotaCommand(team: Command): void {
  team
    .command('quota')
    .description('show or change how much a team may store')
    .argument('<team>', 'team id', readId)
    .addOption(new Option('--gigabytes <n>', 'set the quota in GB').argParser(readInteger(1, maxGigabytes)))
    .addOption(new Option('--unlimited', 'remove the limit').conflicts('gigabytes'))
    .addOption(
      new Option('--default', 'use INLET_TEAM_STORAGE_GB again').conflicts(['gigabytes', 'unlimited']),
    )
    .option('--json', 'print JSON')
    .action((teamId: number, options: QuotaOptions) =>
      withContext(async ({ db }) => {
        const wanted = wantedQuota(options)
        if (wanted !== undefined) await updateQuota(db, teamId, wanted)
        const quota = await findQuota(db, teamId)
        if (quota === undefined) throw noSuchTeam(teamId)
        print(
          {
            team: teamId,
            quota: quota === null ? 'default' : quota === 0 ? 'unlimited' : 'own',
            quota_bytes: quota === 0 ? null : quota,
            used_bytes: await readUsedBytes(db, teamId),
          },
          options,
        )
      }),
    )
}

/** Undefined: only show it. */
function wantedQuota(options: QuotaOptions): number | null | undefined {
  if (options.default) return null
  if (options.unlimited) return 0
  return options.gigabytes === undefined ? undefined : options.gigabytes * bytesPerGigabyte
}

const noSuchTeam = (teamId: number) =>
  new AdminError(`Team ${teamId} does not exist. "inlet-admin team list" lists the teams.`)
