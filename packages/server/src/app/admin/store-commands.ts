import type { Command } from 'commander'
import { checkStore } from '../../features/maintenance/check-store.ts'
import { collectGarbage } from '../../features/maintenance/collect-garbage.ts'
import { abandonedAfterHours } from '../../features/maintenance/drop-abandoned-records.ts'
import { readInteger } from './arguments.ts'
import { type OutputOptions, print } from './context.ts'
import { withStore } from './operation-context.ts'
import { readableBytes, say, tellProgress } from './talk.ts'

interface GcOptions extends OutputOptions {
  dryRun?: boolean
  force?: boolean
  abandonedAfter: number
  orphansAfter: number
}

/** The longest descriptor lives for an hour, and an upload that began with it may take some more. */
const leastHours = 3
const orphansAfterHours = 7 * 24
const yearInHours = 365 * 24

export function addStoreCommands(program: Command): void {
  program
    .command('fsck')
    .description('hold the database against the bucket, both ways; exit code 1 if they differ')
    .option('--limit <n>', 'show at most so many differences', readInteger(0, 1_000_000), 100)
    .option('--json', 'print JSON')
    .action(({ limit, ...options }: OutputOptions & { limit: number }) =>
      withStore(async ({ database, store }) => {
        const onProgress = tellProgress('objects listed')
        const { found, ...counts } = await checkStore({ database, store, maxFound: limit, onProgress })
        if (options.json) print({ ...counts, found }, options)
        else {
          print({ ...counts, objectBytes: readableBytes(counts.objectBytes) }, options)
          if (found.length > 0) print(found, options)
          say(counts.differences === 0 ? 'No differences.' : `${counts.differences} differences.`)
        }
        if (counts.differences > 0) process.exitCode = 1
      }),
    )

  program
    .command('gc')
    .description('remove abandoned uploads and objects that nobody owns; safe beside running imports')
    .option('--dry-run', 'only say what would be removed')
    .option('--force', 'even if the bucket looks like that of another deployment')
    .option(
      '--abandoned-after <hours>',
      `uploads that were begun so long ago, from ${leastHours}`,
      readInteger(leastHours, yearInHours),
      abandonedAfterHours,
    )
    .option(
      '--orphans-after <hours>',
      `objects that were made so long ago, from ${leastHours}`,
      readInteger(leastHours, yearInHours),
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
          onProgress: tellProgress('objects listed'),
        })
        if (options.json) print({ ...counts, found }, options)
        else print({ ...counts, orphanBytes: readableBytes(counts.orphanBytes) }, options)
        if (dryRun) say('Nothing was removed.')
        if (counts.isRemovalHeld) say('A backup is under way: what is marked goes with the next sweep.')
      }),
    )
}
