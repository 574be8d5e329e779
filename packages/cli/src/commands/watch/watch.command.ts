import { readSeconds } from '../arguments.ts'
import { addImportOptions } from '../import/import.command.ts'
import type { Register } from '../register.ts'
import type { WatchOptions } from './watch.handler.ts'

export const addWatchCommand: Register = (program, action) => {
  const command = program
    .command('watch')
    .summary('import files as they appear in a folder')
    .description(
      `Imports the files in a folder and its subfolders, and new files as they appear, until it is stopped. A file is imported
once it has stopped changing. It shares the journal of "inlet import", so a restart imports nothing twice.`,
    )
    .argument('<folder>', 'the folder to watch')
    .option('-p, --project <id|name>', 'project to import into; also INLET_PROJECT, or "inlet projects use"')
  addImportOptions(command)
    .option('--settle <time>', 'how long a file must be unchanged before it is imported', readSeconds, 10)
    .option('--every <time>', 'how often to scan the folder', readSeconds, 5)
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
