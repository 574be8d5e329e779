import type { CommonOptions } from '../../context.ts'
import { readChoice, readCount } from '../arguments.ts'
import type { Register } from '../register.ts'
import type { ListOptions } from './trash.handler.ts'

const key = '3f0c2e9a-5b7d-4c1e-9a66-1d2f3b4c5d6e'
const keysHelp = 'from "inlet trash list"; of a project, its id'
const kinds = ['project', 'insight', 'file', 'survey', 'media']

export const addTrashCommands: Register = (program, action) => {
  const trash = program
    .command('trash')
    .summary('list, restore and purge what was deleted')
    .description(
      'Lists, restores and purges deleted records. The API key needs the manage scope of their kind, such as file:manage.',
    )
    .addHelpText('after', `\nExamples:\n  $ inlet trash list\n  $ inlet trash restore ${key}`)

  const list = trash
    .command('list')
    .summary('list the trash')
    .description('Lists what this key may restore, last deleted first, and when it is purged.')
    .option('--kind <kind>', `only this kind: ${kinds.join(', ')}`, readChoice(kinds))
    .option('-p, --project <id|name>', 'only what was deleted from this project')
    .option('--limit <n>', 'maximum number', readCount(1, 100_000))
    .addHelpText(
      'after',
      '\nExamples:\n  $ inlet trash list --kind file\n  $ inlet trash list --project "Pricing study" --json',
    )
  action(list, async (context, options: ListOptions) => {
    const { listTrash } = await import('./trash.handler.ts')
    return listTrash(context, options)
  })

  const restore = trash
    .command('restore')
    .summary('bring records back from the trash')
    .description('Brings records back as they were. Interrupted processing starts again.')
    .argument('<keys...>', keysHelp)
    .addHelpText('after', `\nExamples:\n  $ inlet trash restore ${key}`)
  action(restore, async (context, options: CommonOptions, keys: string[]) => {
    const handlers = await import('./trash.handler.ts')
    return handlers.restore(context, keys, options)
  })

  const purge = trash
    .command('purge')
    .summary('purge records from the trash')
    .description(
      'Purges records from the trash at once. This cannot be undone. For the owner of the project and team admins, with a personal key.',
    )
    .argument('<keys...>', keysHelp)
    .option('--yes', 'confirm the purge', false)
    .addHelpText('after', `\nExamples:\n  $ inlet trash purge ${key} --yes`)
  action(purge, async (context, options: CommonOptions & { yes: boolean }, keys: string[]) => {
    const handlers = await import('./trash.handler.ts')
    return handlers.purge(context, keys, options)
  })
}
