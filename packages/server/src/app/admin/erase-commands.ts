import type { Command } from 'commander'
import { countSurveysOf, eraseRespondent } from '../../features/erasures/erase-respondent.ts'
import { measureProject } from '../../features/maintenance/erasure/erase.repo.ts'
import { eraseProject } from '../../features/maintenance/erasure/erase-project.ts'
import { readId } from './arguments.ts'
import { AdminError, type OutputOptions, print } from './context.ts'
import { confirm, printMessage } from './messages.ts'
import { type StoreContext, withStore } from './operation-context.ts'

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
    .description(
      'permanently erase a person or a project: records, objects, transcripts, search index, participants, jobs',
    )
    .option('--respondent <email>', 'erase the person with this address from all surveys and participants')
    .option('--team <id>', 'with --respondent: limit it to this team', readId)
    .option('--project <id>', 'erase the project and everything in it', readId)
    .option('--dry-run', 'show what would be erased, and change nothing')
    .option('--yes', 'do not ask for confirmation')
    .option('--json', 'print JSON')
    .action((options: EraseOptions) =>
      withStore(async (context) => {
        if ((options.respondent === undefined) === (options.project === undefined))
          throw new AdminError('Specify either --respondent EMAIL or --project ID.')
        if (options.project !== undefined) await project(context, options.project, options)
        else await respondent(context, options.respondent ?? '', options)
      }),
    )
}

async function project(context: StoreContext, projectId: number, options: EraseOptions): Promise<void> {
  const size = await measureProject(context.db, projectId)
  if (!size) throw new AdminError(`Project ${projectId} does not exist.`)
  if (options.dryRun) return print(size, options)
  const { name, insights, files, surveys, responses } = size
  if (!options.yes)
    await confirm(
      `"${name}" contains ${insights} insights, ${files} files and ${surveys} surveys with ${responses} responses. Erasing cannot be undone.`,
      String(projectId),
    )
  const { isRemovalHeld, ...erased } = await eraseProject(context, projectId)
  print(erased, options)
  warnAboutBackups(isRemovalHeld)
}

/** The address is not repeated in the output: a terminal or log should not keep what was erased. */
async function respondent(context: StoreContext, email: string, options: EraseOptions): Promise<void> {
  const request = { email, teamId: options.team }
  const surveys = await countSurveysOf(context.db, request)
  if (options.dryRun) return print({ surveys }, options)
  if (!options.yes)
    await confirm(`The person responded to ${surveys} surveys. Erasing cannot be undone.`, 'erase')
  const { isRemovalHeld, ...erased } = await eraseRespondent(context, request)
  print(erased, options)
  warnAboutBackups(isRemovalHeld)
  if (erased.busySurveys.length > 0)
    throw new AdminError(
      'Some surveys are still being imported. Run the command again when the imports have finished.',
    )
}

function warnAboutBackups(isRemovalHeld: boolean): void {
  if (isRemovalHeld)
    printMessage('A backup is running: the objects will be deleted by the next sweep after it.')
  printMessage('Existing backups still contain the erased data until you delete them.')
}
