import type { Command } from 'commander'
import { measureProject } from '../../features/maintenance/erase.repo.ts'
import { eraseProject } from '../../features/maintenance/erase-project.ts'
import { countSurveysOf, eraseRespondent } from '../../features/maintenance/erase-respondent.ts'
import { readId } from './arguments.ts'
import { AdminError, type OutputOptions, print } from './context.ts'
import { type StoreContext, withStore } from './operation-context.ts'
import { confirm, say } from './talk.ts'

interface EraseOptions extends OutputOptions {
  respondent?: string
  team?: number
  project?: number
  dryRun?: boolean
  yes?: boolean
}

export function addEraseCommands(program: Command): void {
  program
    .command('erase')
    .description('remove a person or a project for good: rows, objects, transcripts, search, panel, jobs')
    .option('--respondent <email>', 'the person, in all surveys and in the panel')
    .option('--team <id>', 'with --respondent: only in this team', readId)
    .option('--project <id>', 'the project with everything in it', readId)
    .option('--dry-run', 'only say what would go')
    .option('--yes', 'do not ask')
    .option('--json', 'print JSON')
    .action((options: EraseOptions) =>
      withStore(async (context) => {
        if ((options.respondent === undefined) === (options.project === undefined))
          throw new AdminError('Give either --respondent EMAIL or --project ID.')
        if (options.project !== undefined) await project(context, options.project, options)
        else await respondent(context, options.respondent ?? '', options)
      }),
    )
}

async function project(context: StoreContext, projectId: number, options: EraseOptions): Promise<void> {
  const size = await measureProject(context.db, projectId)
  if (!size) throw new AdminError(`There is no project ${projectId}.`)
  if (options.dryRun) return print(size, options)
  const { name, insights, files, surveys, responses } = size
  if (!options.yes)
    await confirm(
      `"${name}" holds ${insights} insights, ${files} files and ${surveys} surveys with ${responses} responses. They cannot be brought back.`,
      String(projectId),
    )
  const { isRemovalHeld, ...erased } = await eraseProject(context, projectId)
  print(erased, options)
  tellWhatStays(isRemovalHeld)
}

/** The address is repeated nowhere: what a terminal or a log keeps of this command should not be what was erased. */
async function respondent(context: StoreContext, email: string, options: EraseOptions): Promise<void> {
  const request = { email, teamId: options.team }
  const surveys = await countSurveysOf(context.db, request)
  if (options.dryRun) return print({ surveys }, options)
  if (!options.yes)
    await confirm(`The person has answered ${surveys} surveys. The answers cannot be brought back.`, 'erase')
  const { isRemovalHeld, ...erased } = await eraseRespondent(context, request)
  print(erased, options)
  tellWhatStays(isRemovalHeld)
  if (erased.busySurveys.length > 0)
    throw new AdminError('Some surveys are being imported. Run the command again when they are done.')
}

function tellWhatStays(isRemovalHeld: boolean): void {
  if (isRemovalHeld) say('A backup is under way: the objects go with the next sweep after it.')
  say('Backups made before now still hold what was erased, until you delete them.')
}
