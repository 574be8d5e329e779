import { InvalidArgumentError } from 'commander'
import {
  collect,
  collectPair,
  limitRateOption,
  readBytes,
  readChoice,
  readCount,
  readSeconds,
} from '../arguments.ts'
import type { Register } from '../register.ts'
import type { SyncOptions } from './sync.handler.ts'

const defaultTempSpace = 20e9

export const addSyncCommand: Register = (program, action) => {
  const command = program
    .command('sync')
    .summary('import a folder of a server or cloud drive, once per version of a file')
    .description(
      `Imports the files of a folder that rclone can read: S3, SFTP, WebDAV, Google Drive, Dropbox, OneDrive and others, or a local folder.
Configure a remote with "rclone config" first.

Every version of a file is imported exactly once, also after a kill or a power failure, and on another machine. A changed file
becomes a new record; what was imported stays when a file is changed, moved or removed. A file that is being written is imported
once it has stopped changing.`,
    )
    .argument('<source>', 'REMOTE:PATH as in rclone, or a local folder')
    .option('-p, --project <id|name>', 'project to import into; also INLET_PROJECT, or "inlet projects use"')
    .option('--every <time>', 'repeat the sync at this interval, such as 10m, until stopped', readPeriod)
    .option('--settle <time>', 'how long a file must be unchanged before it is imported', readPeriod, 30)
    .option('--include <pattern>', 'import only files that match, as in .gitignore (repeatable)', collect, [])
    .option('--ignore <pattern>', 'skip files that match, as in .gitignore (repeatable)', collect, [])
    .option('--as <what>', 'import documents as "file" or "insight"', readChoice(['file', 'insight']), 'file')
    .option('--publish', 'with --as insight: publish it to the team once it is ready', false)
    .option('--metadata <key=value>', 'a pair of your own, stored with each record (repeatable)', collectPair)
    .option('--follow-links', 'follow symbolic links of a local folder', false)
    .addOption(limitRateOption())
    .option('--parallel <n>', 'concurrent transfers', readCount(1, 16), 4)
    .option('--temp-dir <folder>', 'where to keep copies while they are sent; the default is ~/.cache/inlet')
    .option('--temp-space <size>', 'maximum total size of these copies', readBytes, defaultTempSpace)
    .option('--retry-failed', 'import files again that the service could not process', false)
    .option('-n, --dry-run', 'only show what would be sent, with calls and time', false)
    .option('--no-wait', 'exit when everything is accepted, without waiting for processing')
    .addHelpText(
      'after',
      `
Examples:
  $ inlet sync archive:interviews --project "Pricing study"
  $ inlet sync drive:Recordings --project 42 --include "*.{mp4,m4a}" --every 10m
  $ inlet sync s3:bucket/scans --project 42 --as insight --dry-run
  $ inlet sync /mnt/share --project 42 --ignore "drafts/" --json >> synced.jsonl`,
    )
  action(command, async (context, options: SyncOptions, source: string) => {
    const { syncSource } = await import('./sync.handler.ts')
    return syncSource(context, source, options)
  })
}

/** At least a second: a version is known by the second of its modification. */
function readPeriod(text: string): number {
  const seconds = readSeconds(text)
  if (seconds >= 1) return seconds
  throw new InvalidArgumentError('Must be at least 1s.')
}
