import type { Command } from 'commander'
import { deleteExportsOfProject } from '../../features/exports/exports.public.ts'
import {
  listTeamProjects,
  type ProjectState,
  setProjectState,
} from '../../features/projects/projects.repo.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { readId } from './arguments.ts'
import { AdminError, type OutputOptions, print, withContext } from './context.ts'

export function addProjectCommands(program: Command): void {
  const project = program.command('project').description('manage the projects of a team')

  project
    .command('list')
    .description('list all projects of a team, including archived and deleted ones')
    .requiredOption('--team <id>', 'team id', readId)
    .option('--json', 'print JSON')
    .action((options: OutputOptions & { team: number }) =>
      withContext(async ({ db }) => print(await listTeamProjects(db, options.team), options)),
    )

  const change = (name: string, description: string, state: ProjectState, isDestructive = false) =>
    project
      .command(name)
      .description(description)
      .argument('<project>', 'project id', readId)
      .option('--json', 'print JSON')
      .option('--yes', isDestructive ? 'required: confirm the operation' : 'no effect here')
      .action((projectId: number, options: OutputOptions & { yes?: boolean }) =>
        withContext(async ({ db }) => {
          if (isDestructive && !options.yes)
            throw new AdminError(`Add --yes to ${name} project ${projectId}.`)
          const isKnown = await inTransaction(db, async (tx) => {
            if (state === 'deleted') await deleteExportsOfProject(tx, projectId)
            return setProjectState(tx, projectId, state)
          })
          if (!isKnown) throw new AdminError(`Project ${projectId} does not exist.`)
          print({ id: projectId, state }, options)
        }),
      )
  change('archive', 'archive a project: hidden everywhere until restored', 'archived')
  change('delete', 'delete a project for its users; can be restored', 'deleted', true)
  change('restore', 'restore an archived or deleted project', 'live')
}
