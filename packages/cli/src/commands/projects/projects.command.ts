import type { Command } from 'commander'
import type { CommonOptions } from '../../context.ts'
import { addReferenceOptions, readCount } from '../arguments.ts'
import type { Action, Register } from '../register.ts'
import type { ListOptions } from './list-projects.handler.ts'
import { addSettings, type SettingOptions } from './project-settings.ts'

export const addProjectsCommands: Register = (program, action) => {
  const projects = program
    .command('projects')
    .summary('list, create, choose and archive projects')
    .description(
      'Lists, shows, creates, chooses and archives projects. --project of other commands takes their id or name.',
    )
    .addHelpText('after', '\nExamples:\n  $ inlet projects list\n  $ inlet projects create "Pricing study"')

  const list = projects
    .command('list')
    .summary('list the projects this key can import into')
    .description('Lists the projects this key can import into, newest first.')
    .option('--limit <n>', 'maximum number, newest first', readCount(1, 100_000))
    .option('--archived', 'list archived projects that this key can unarchive; needs project:manage')
    .addHelpText(
      'after',
      `
An empty list usually means that no project is shared with the key.

Examples:
  $ inlet projects list
  $ inlet projects list --json | jq -r '.[] | [.id, .name] | @tsv'`,
    )
  action(list, async (context, options: ListOptions) => {
    const { listProjects } = await import('./list-projects.handler.ts')
    return listProjects(context, options)
  })

  const show = projects
    .command('show')
    .summary('show the settings of a project')
    .description(
      'Shows sharing, languages, privacy and what a project contains; --json has every setting. The API key needs project:manage.',
    )
    .argument('<id|name>', 'the project')
    .addHelpText(
      'after',
      '\nExamples:\n  $ inlet projects show "Pricing study"\n  $ inlet projects show 42 --json',
    )
  action(show, async (context, options: CommonOptions, project: string) => {
    const { showProject } = await import('./show-project.handler.ts')
    return showProject(context, project, options)
  })

  const use = projects
    .command('use')
    .summary('choose the default project of this profile')
    .description(
      'Saves a project in the profile. Commands that import use it unless --project or INLET_PROJECT is given.',
    )
    .argument('<id|name>', 'the project')
    .addHelpText(
      'after',
      '\nExamples:\n  $ inlet projects use "Pricing study"\n  $ inlet projects use 42 --profile staging',
    )
  action(use, async (context, options: CommonOptions, project: string) => {
    const { useProject } = await import('./use-project.handler.ts')
    return useProject(context, project, options)
  })

  const create = projects
    .command('create')
    .summary('create a project')
    .description(
      'Creates a project that belongs to the user of the key, and prints its id. Settings that are not given use the team default.',
    )
    .argument('<name>', 'name of the project, up to 200 characters')
  addReferenceOptions(addSettings(create)).addHelpText(
    'after',
    `
Any privacy flag enables the privacy settings for new files; --no-apply-privacy stores them without enabling them.

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
  addArchiveCommands(projects, action)
}

function addArchiveCommands(projects: Command, action: Action): void {
  const archive = projects
    .command('archive')
    .summary('archive a project')
    .description(
      'Archives a project: it disappears from every list and takes no imports until it is brought back. The API key needs project:manage and must belong to the owner of the project or to a team admin.',
    )
    .argument('<id|name>', 'the project')
    .addHelpText('after', '\nExamples:\n  $ inlet projects archive "Pricing study"')
  action(archive, async (context, options: CommonOptions, project: string) => {
    const { archiveProject } = await import('./archive-project.handler.ts')
    return archiveProject(context, project, { ...options, archived: true })
  })

  const unarchive = projects
    .command('unarchive')
    .summary('bring an archived project back')
    .description(
      'Unarchives a project: it is listed and accepts imports again. "inlet projects list --archived" shows the ids.',
    )
    .argument('<id>', 'the project')
    .addHelpText('after', '\nExamples:\n  $ inlet projects unarchive 42')
  action(unarchive, async (context, options: CommonOptions, project: string) => {
    const { archiveProject } = await import('./archive-project.handler.ts')
    return archiveProject(context, project, { ...options, archived: false })
  })
}
