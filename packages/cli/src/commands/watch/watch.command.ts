import { readSeconds } from '../arguments.ts'
import { addImportOptions } from '../import/import.command.ts'
import type { Register } from '../register.ts'
import type { WatchOptions } from './watch.handler.ts'

export const addWatchCommand: Register = (program, action) => {
  const command = program
    .command('watch')
    .summary('import files as they appear in a folder')
    .description(
      `Imports what is in a folder and whatever appears in it, at any depth, until it is stopped. A file is imported once it
has not changed for a while. The journal of "inlet import" is used, so that a restart imports nothing twice.`,
    )
    .argument('<folder>', 'the folder to watch')
    .requiredOption('-p, --project <id|name>', 'where to import to')
  addImportOptions(command)
    .option('--settle <time>', 'how long a file must stay the same before it is imported', readSeconds, 10)
    .option('--every <time>', 'how often to look', readSeconds, 5)
    .addHelpText(
      'after',
      `
Examples:
  $ inlet watch ~/Recordings --project "Pricing study"
  $ inlet watch /srv/scans --project 42 --as insight --settle 1m
  $ inlet watch inbox --project 42 --json >> imported.jsonl`,
    )
  action(command, async (context, options: WatchOptions, folder: string) => {
    const { watchFolder } = await import('./watch.handler.ts')
    return watchFolder(context, folder, options)
  })
}
