import { resolve } from 'node:path'
import type { Command } from 'commander'
import { backUp } from '../../features/maintenance/backup/back-up.ts'
import { restoreBackup } from '../../features/maintenance/backup/restore-backup.ts'
import { commaList, readConfig } from '../../platform/config/config.ts'
import { prepareBucket } from '../../platform/object-store/bucket.ts'
import { openStore } from '../open-store.ts'
import { configOrExit } from '../start.ts'
import { type OutputOptions, print, withDatabase } from './context.ts'
import { formatBytes, printMessage, reportProgress } from './messages.ts'
import { withStore } from './operation-context.ts'

interface RestoreOptions extends OutputOptions {
  resume?: boolean
  otherSecret?: boolean
}

export function addBackupCommands(program: Command): void {
  program
    .command('backup')
    .description('back up the database and all objects to a folder while the service runs')
    .argument('<dir>', 'new or empty folder')
    .option('--json', 'print JSON')
    .action((dir: string, options: OutputOptions) =>
      withStore(async (context) => {
        const { DATABASE_URL: databaseUrl } = context.config
        const onProgress = reportProgress('objects copied')
        const head = await backUp({ ...context, databaseUrl, dir: resolve(dir), onProgress })
        const { madeAt, acknowledged, objects, bytes } = head
        print({ madeAt, acknowledged, objects, bytes: options.json ? bytes : formatBytes(bytes) }, options)
        printMessage('Store INLET_SECRET separately: the backup does not contain it.')
      }),
    )

  program
    .command('restore')
    .description('restore a backup into an empty database and an empty bucket, and verify the result')
    .argument('<dir>', 'folder of the backup')
    .option('--resume', 'resume an interrupted restore')
    .option('--other-secret', 'allow an INLET_SECRET that differs from that of the backup')
    .option('--json', 'print JSON')
    .action((dir: string, { resume = false, otherSecret = false, ...options }: RestoreOptions) => {
      const config = configOrExit(readConfig)
      const store = openStore(config)
      return withDatabase(async (context) => {
        await prepareBucket(store, commaList(config.INLET_CORS_ORIGINS), printMessage)
        const { check, ...restored } = await restoreBackup({
          ...context,
          databaseUrl: config.DATABASE_URL,
          store,
          dir: resolve(dir),
          isResumed: resume,
          hasOtherSecret: otherSecret,
          onProgress: reportProgress('objects restored'),
        })
        print({ ...restored, differences: check.differences }, options)
        if (check.differences > 0) {
          print(check.found, options)
          process.exitCode = 1
        } else
          printMessage(
            'Database and bucket are consistent. Start the service now; it migrates the database first if the backup is from an older release.',
          )
        if (otherSecret)
          printMessage('Then run "inlet-admin secret reset --yes": nothing starts with this secret before.')
      })
    })
}
