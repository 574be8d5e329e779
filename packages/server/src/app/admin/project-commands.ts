import type { Command } from 'commander'
import {
  listTeamProjects,
  type ProjectState,
  setProjectState,
} from '../../features/projects/projects.repo.ts'
import { readId } from './arguments.ts'
import { AdminError, type OutputOptions, print, withContext } from './context.ts'

export function addProjectCommands(program: Command): void {
  const project = program.command('project').description('projects of a team')

  project
    .command('list')
    .description('show all projects of a team, archived and deleted ones too')
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
      .option('--yes', isDestructive ? 'required: it is really meant' : 'no effect here')
      .action((projectId: number, options: OutputOptions & { yes?: boolean }) =>
        withContext(async ({ db }) => {
          if (isDestructive && !options.yes)
            throw new AdminError(`Add --yes to ${name} project ${projectId}.`)
          const isKnown = await setProjectState(db, projectId, state)
          if (!isKnown) throw new AdminError(`There is no project ${projectId}.`)
          print({ id: projectId, state }, options)
        }),
      )
  change('archive', 'hide a project everywhere; restore brings it back', 'archived')
  change('delete', 'remove a project for its users; restore brings it back', 'deleted', true)
  change('restore', 'bring an archived or deleted project back', 'live')
}
