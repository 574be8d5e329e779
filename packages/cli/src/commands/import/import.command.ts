import type { Command } from 'commander'
import { collect, readChoice, readCount } from '../arguments.ts'
import type { Register } from '../register.ts'
import type { ImportOptions } from './import.handler.ts'

export const addImportCommand: Register = (program, action) => {
  const command = program
    .command('import')
    .summary('import files and folders into a project')
    .description(
      `Imports audio, video, documents and images. Folders are searched to any depth. Hidden files, links, and what a
.inletignore file or --ignore names are left out; what the service does not take is listed with the reason.

What was done is kept in a journal. Run the same command again after any interruption, also a kill or a power cut: it
goes on where it stopped, and nothing is imported twice. A file that was changed is imported anew; one that was only
touched, moved or renamed is not.`,
    )
    .argument('<path...>', 'files, folders or quoted patterns such as "interviews/**/*.mp4"')
    .requiredOption('-p, --project <id|name>', 'where to import to')
  addImportOptions(command)
    .option('-n, --dry-run', 'only say what would be sent, with calls and time', false)
    .option('--no-wait', 'end when everything is accepted, without waiting for the processing')
    .option('--verify', 'ask whether earlier imports are still there, and import again what is not', false)
    .option('--again', 'import everything anew, whatever the journal says', false)
    .addHelpText(
      'after',
      `
Examples:
  $ inlet import interviews/ --project "Pricing study"
  $ inlet import talk.mp4 notes.pdf --project 42
  $ inlet import reports/ --project 42 --as insight --publish
  $ inlet import . --project 42 --ignore "drafts/" --ignore "*.bak.txt" --dry-run
  $ inlet import "2026-*/**/*.{mp3,wav}" --project 42 --json > result.jsonl`,
    )
  action(command, async (context, options: ImportOptions, paths: string[]) => {
    const { importPaths } = await import('./import.handler.ts')
    return importPaths(context, paths, options)
  })
}

/** Shared with "watch". */
export function addImportOptions(command: Command): Command {
  return command
    .option(
      '--as <what>',
      'documents become a "file" or an "insight"',
      readChoice(['file', 'insight']),
      'file',
    )
    .option('--publish', 'with --as insight: show it to the team once it is ready', false)
    .option('--ignore <pattern>', 'leave out, as in .gitignore (repeatable)', collect, [])
    .option('--follow-links', 'import what links lead to', false)
    .option('--parallel <n>', 'uploads at a time', readCount(1, 16), 4)
    .option('--retry-failed', 'import again what the service could not process', false)
}
