/** Commands that change what was imported. */
import type { CommonOptions } from '../../context.ts'
import type { Register } from '../register.ts'
import type { DeleteOptions } from './delete.handler.ts'

const key = '3f0c2e9a-5b7d-4c1e-9a66-1d2f3b4c5d6e'
const scopes = 'The API key needs file:manage, insight:manage or survey:manage.'

export const addRecordCommands: Register = (program, action) => {
  const remove = program
    .command('delete')
    .summary('move imports to the trash, or purge them')
    .description(
      `Deletes recordings, documents, images, insights, surveys and media files of surveys. They stay in the trash for 30 days unless the team has another period; "inlet trash restore" brings them back. ${scopes}`,
    )
    .argument('<keys...>', 'wav_key, insight_key, upload_key or media_key')
    .option(
      '--permanent',
      'purge at once, also from the trash; for the owner of the project and team admins',
      false,
    )
    .option('--yes', 'confirm --permanent', false)
    .addHelpText(
      'after',
      `
If some keys fail, the others are deleted and the command ends with 8.

Examples:
  $ inlet delete ${key}
  $ inlet delete ${key} --permanent --yes`,
    )
  action(remove, async (context, options: DeleteOptions, keys: string[]) => {
    const { deleteRecords } = await import('./delete.handler.ts')
    return deleteRecords(context, keys, options)
  })

  const rename = program
    .command('rename')
    .summary('rename an import')
    .description(`Renames a file, insight or survey. The extension of a file cannot change. ${scopes}`)
    .argument('<key>', 'wav_key, insight_key or upload_key')
    .argument('<name>', 'the new name')
    .addHelpText('after', `\nExamples:\n  $ inlet rename ${key} "Interview Nia.mp4"`)
  action(rename, async (context, options: CommonOptions, recordKey: string, name: string) => {
    const { renameRecord } = await import('./change.handler.ts')
    return renameRecord(context, recordKey, name, options)
  })

  const move = program
    .command('move')
    .summary('move imports to another project')
    .description(`Moves files, insights and surveys to another project. ${scopes}`)
    .argument('<keys...>', 'wav_key, insight_key or upload_key')
    .requiredOption('-p, --project <id|name>', 'the project to move them to')
    .addHelpText('after', `\nExamples:\n  $ inlet move ${key} --project "Pricing study"`)
  action(move, async (context, options: CommonOptions & { project: string }, keys: string[]) => {
    const { moveRecords } = await import('./change.handler.ts')
    return moveRecords(context, keys, options)
  })
}
