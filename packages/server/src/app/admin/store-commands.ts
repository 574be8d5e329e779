import type { Command } from 'commander'
import { checkStore } from '../../features/maintenance/bucket/check-store.ts'
import { collectGarbage } from '../../features/maintenance/garbage-collection/collect-garbage.ts'
import { abandonedAfterHours } from '../../features/maintenance/garbage-collection/drop-abandoned-records.ts'
import { readInteger } from './arguments.ts'
import { type OutputOptions, print } from './context.ts'
import { formatBytes, printMessage, reportProgress } from './messages.ts'
import { withStore } from './operation-context.ts'

interface GcOptions extends OutputOptions {
  dryRun?: boolean
  force?: boolean
  abandonedAfter: number
  orphansAfter: number
}

/** A descriptor is valid for at most an hour, and an upload that started with it may take longer. */
const minHours = 3
const orphansAfterHours = 7 * 24
const yearInHours = 365 * 24

export function addStoreCommands(program: Command): void {
  program
    .command('fsck')
    .description('compare the database with the bucket in both directions; exits with 1 if they differ')
    .option('--limit <n>', 'maximum number of differences to show', readInteger(0, 1_000_000), 100)
    .option('--json', 'print JSON')
    .action(({ limit, ...options }: OutputOptions & { limit: number }) =>
      withStore(async ({ database, store }) => {
        const onProgress = reportProgress('objects listed')
        const { found, ...counts } = await checkStore({ database, store, maxFound: limit, onProgress })
        if (options.json) print({ ...counts, found }, options)
        else {
          print({ ...counts, objectBytes: formatBytes(counts.objectBytes) }, options)
          if (found.length > 0) print(found, options)
          printMessage(
            counts.differences === 0
              ? 'No differences.'
              : `${counts.differences} ${counts.differences === 1 ? 'difference' : 'differences'}.`,
          )
        }
        if (counts.differences > 0) process.exitCode = 1
      }),
    )

  program
    .command('gc')
    .description('delete abandoned uploads and orphaned objects; safe while imports run')
    .option('--dry-run', 'show what would be deleted, and change nothing')
    .option('--force', 'run even if the bucket seems to belong to another deployment')
    .option(
      '--abandoned-after <hours>',
      `hours after which an unfinished upload counts as abandoned, at least ${minHours}`,
      readInteger(minHours, yearInHours),
      abandonedAfterHours,
    )
    .option(
      '--orphans-after <hours>',
      `hours after which an unreferenced object counts as orphaned, at least ${minHours}`,
      readInteger(minHours, yearInHours),
      orphansAfterHours,
    )
    .option('--json', 'print JSON')
    .action(({ dryRun = false, force = false, abandonedAfter, orphansAfter, ...options }: GcOptions) =>
      withStore(async ({ database, store, enqueue }) => {
        const { found, ...counts } = await collectGarbage({
          database,
          store,
          enqueue,
          abandonedAfterHours: abandonedAfter,
          orphansAfterHours: orphansAfter,
          isDryRun: dryRun,
          isForced: force,
          onProgress: reportProgress('objects listed'),
        })
        if (options.json) print({ ...counts, found }, options)
        else print({ ...counts, orphanBytes: formatBytes(counts.orphanBytes) }, options)
        if (dryRun) printMessage('Nothing was deleted.')
        if (counts.isRemovalHeld)
          printMessage('A backup is running: the marked objects will be deleted by the next sweep after it.')
      }),
    )
}
