import { resolve } from 'node:path'
import type { Command } from 'commander'
import { backUp } from '../../features/maintenance/back-up.ts'
import { restoreBackup } from '../../features/maintenance/restore-backup.ts'
import { commaList, readConfig } from '../../platform/config/config.ts'
import { prepareBucket } from '../../platform/object-store/bucket.ts'
import { openStore } from '../deps.ts'
import { configOrExit } from '../start.ts'
import { type OutputOptions, print, withDatabase } from './context.ts'
import { withStore } from './operation-context.ts'
import { readableBytes, say, tellProgress } from './talk.ts'

interface RestoreOptions extends OutputOptions {
  resume?: boolean
  otherSecret?: boolean
}

export function addBackupCommands(program: Command): void {
  program
    .command('backup')
    .description('copy database and objects into a new folder, while the service runs')
    .argument('<dir>', 'a new or empty folder')
    .option('--json', 'print JSON')
    .action((dir: string, options: OutputOptions) =>
      withStore(async (context) => {
        const { DATABASE_URL: databaseUrl } = context.config
        const onProgress = tellProgress('objects copied')
        const head = await backUp({ ...context, databaseUrl, dir: resolve(dir), onProgress })
        const { madeAt, acknowledged, objects, bytes } = head
        print({ madeAt, acknowledged, objects, bytes: options.json ? bytes : readableBytes(bytes) }, options)
        say('Keep INLET_SECRET beside it, in another place: it is not in the backup.')
      }),
    )

  program
    .command('restore')
    .description('put a backup into an empty database and an empty bucket, and check the result')
    .argument('<dir>', 'folder of the backup')
    .option('--resume', 'go on with a restore that was broken off')
    .option('--other-secret', 'although INLET_SECRET is not the one of the backup')
    .option('--json', 'print JSON')
    .action((dir: string, { resume = false, otherSecret = false, ...options }: RestoreOptions) => {
      const config = configOrExit(readConfig)
      const store = openStore(config)
      return withDatabase(async (context) => {
        await prepareBucket(store, commaList(config.INLET_CORS_ORIGINS))
        const { check, ...restored } = await restoreBackup({
          ...context,
          databaseUrl: config.DATABASE_URL,
          store,
          dir: resolve(dir),
          isResumed: resume,
          hasOtherSecret: otherSecret,
          onProgress: tellProgress('objects restored'),
        })
        print({ ...restored, differences: check.differences }, options)
        if (check.differences > 0) {
          print(check.found, options)
          process.exitCode = 1
        } else say('Database and bucket agree. Run "npm run migrate" before you start this version.')
      })
    })
}
