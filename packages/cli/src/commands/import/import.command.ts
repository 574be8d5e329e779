import type { Command } from 'commander'
import { addReferenceOptions, collect, limitRateOption, readChoice, readCount } from '../arguments.ts'
import type { Register } from '../register.ts'
import type { ImportOptions } from './import.handler.ts'

export const addImportCommand: Register = (program, action) => {
  const command = program
    .command('import')
    .summary('import files and folders into a project')
    .description(
      `Imports audio, video, documents and images. A link is downloaded by the service. Folders are searched recursively. Hidden files, links, and files matched by
.inletignore or --ignore are skipped; unsupported files are listed with the reason.

A transcript in the same folder as a recording, with the same name (talk.mp4 and talk.vtt, .srt, .sbv, .json, .otr, .docx or .txt), is sent with it and
replaces speech recognition.

A journal records what was done. Run the same command again after any interruption, even a kill or a power failure: it
resumes where it stopped and imports nothing twice. A changed file is imported again; one that was only touched, moved or
renamed is not.`,
    )
    .argument('<path...>', 'files, folders, https links or quoted patterns such as "interviews/**/*.mp4"')
    .option('-p, --project <id|name>', 'project to import into; also INLET_PROJECT, or "inlet projects use"')
  addImportOptions(command)
    .option('--name <name>', 'file name for a link, with extension; by default the last part of the URL')
    .option('-n, --dry-run', 'only show what would be sent, with calls and time', false)
    .option('--no-wait', 'exit when everything is accepted, without waiting for processing')
    .option('--verify', 'check that earlier imports still exist, and import missing files again', false)
    .option('--again', 'import everything again, regardless of the journal', false)
    .addHelpText(
      'after',
      `
Examples:
  $ inlet import interviews/ --project "Pricing study"
  $ inlet import talk.mp4 notes.pdf --project 42
  $ inlet import reports/ --project 42 --as insight --publish
  $ inlet import talk.mp4 --project 42 --external-id interview-17 --metadata wave=2
  $ inlet import "https://storage.example/a1b2?signature=…" --project 42 --name interview.mp4
  $ inlet import . --project 42 --ignore "drafts/" --ignore "*.bak.txt" --dry-run
  $ inlet import "2026-*/**/*.{mp3,wav}" --project 42 --json > result.jsonl`,
    )
  action(command, async (context, options: ImportOptions, paths: string[]) => {
    const { importPaths } = await import('./import.handler.ts')
    return importPaths(context, paths, options)
  })
}

/** Also used by `inlet watch`. */
export function addImportOptions(command: Command): Command {
  return addReferenceOptions(command)
    .option('--as <what>', 'import documents as "file" or "insight"', readChoice(['file', 'insight']), 'file')
    .option('--publish', 'with --as insight: publish it to the team once it is ready', false)
    .option('--ignore <pattern>', 'skip files that match, as in .gitignore (repeatable)', collect, [])
    .option('--follow-links', 'follow symbolic links', false)
    .addOption(limitRateOption())
    .option('--parallel <n>', 'concurrent uploads', readCount(1, 16), 4)
    .option('--no-transcripts', 'do not send transcripts with the recordings of the same name')
    .option('--retry-failed', 'import files again that the service could not process', false)
}
