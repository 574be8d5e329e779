import { userInfo } from 'node:os'
import type { Command } from 'commander'
import { type OriginalRefusal, openOriginal } from '../../features/system/open-original.ts'
import { AdminError, type OutputOptions, print } from './context.ts'
import { printMessage } from './messages.ts'
import { withStore } from './operation-context.ts'

interface OriginalOptions extends OutputOptions {
  by: string
  reason: string
}

const refusals: Record<OriginalRefusal, string> = {
  no_recording: 'The recording does not exist.',
  original_deleted: 'The upload has been deleted: the team does not keep originals.',
  no_admin: 'The team of the recording has no admin with that address.',
  no_reason: '--reason must not be blank.',
}

export function addRecordingCommands(program: Command): void {
  program
    .command('recording')
    .description('protected recordings')
    .command('original')
    .description(
      'print a URL of the original upload, valid for ten minutes; the access is recorded in the audit log',
    )
    .argument('<key>', 'wav_key of the file, or id of a media file of a survey')
    .requiredOption('--by <email>', 'admin of its team who is responsible for the access')
    .requiredOption('--reason <text>', 'reason for the access')
    .option('--json', 'print JSON')
    .action((key: string, { by, reason, ...options }: OriginalOptions) =>
      withStore(async ({ db, store }) => {
        const request = { key, email: by, reason, operator: userInfo().username }
        const opened = await openOriginal({ db, store, now: Date.now }, request)
        if (typeof opened === 'string') throw new AdminError(refusals[opened])
        print(opened, options)
        printMessage(
          'This access is recorded in the audit log. Anyone who has the URL can download the file until it expires.',
        )
      }),
    )
}
