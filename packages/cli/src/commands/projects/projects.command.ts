import type { CommonOptions } from '../../context.ts'
import { readCount } from '../arguments.ts'
import type { Register } from '../register.ts'
import { addSettings, type SettingOptions } from './project-settings.ts'

export const addProjectsCommands: Register = (program, action) => {
  const projects = program
    .command('projects')
    .summary('list and create projects')
    .description('Projects hold imports. Their ids and names are what --project takes.')
    .addHelpText('after', '\nExamples:\n  $ inlet projects list\n  $ inlet projects create "Pricing study"')

  const list = projects
    .command('list')
    .summary('list the projects this key can import into')
    .description('Lists the projects this key can import into, newest first.')
    .option('--limit <n>', 'only the newest so many', readCount(1, 100_000))
    .addHelpText(
      'after',
      `
An empty list usually means that no project is shared with the key.

Examples:
  $ inlet projects list
  $ inlet projects list --json | jq -r '.[] | [.id, .name] | @tsv'`,
    )
  action(list, async (context, options: CommonOptions & { limit?: number }) => {
    const { listProjects } = await import('./list-projects.handler.ts')
    return listProjects(context, options)
  })

  const create = projects
    .command('create')
    .summary('create a project')
    .description(
      'Creates a project that belongs to the user of the key, and prints its id. What is not set is as the team has it.',
    )
    .argument('<name>', 'how researchers see it; 200 characters at most')
  addSettings(create).addHelpText(
    'after',
    `
Any privacy flag switches the privacy settings on for new files; --no-apply-privacy stores them without doing so.

Examples:
  $ inlet projects create "Pricing study"
  $ inlet projects create Interviews --transcript-language de-DE --share admins
  $ inlet projects create Patients --redact --redact-categories 1,2,4 --redact-in audio,transcript
  $ inlet projects create Diary --settings settings.json --json`,
  )
  action(create, async (context, options: CommonOptions & SettingOptions, name: string) => {
    const { createProject } = await import('./create-project.handler.ts')
    return createProject(context, name, options)
  })
}
