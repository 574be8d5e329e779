import { userInfo } from 'node:os'
import type { Command } from 'commander'
import { type OriginalRefusal, openOriginal } from '../../features/operator/open-original.ts'
import { AdminError, type OutputOptions, print } from './context.ts'
import { withStore } from './operation-context.ts'
import { say } from './talk.ts'

interface OriginalOptions extends OutputOptions {
  by: string
  reason: string
}

const refusals: Record<OriginalRefusal, string> = {
  no_recording: 'There is no such recording.',
  original_deleted: 'The upload is deleted: the team keeps no originals.',
  no_admin: 'Nobody in the team of the recording is an admin with that address.',
  no_reason: 'Say why.',
}

export function addRecordingCommands(program: Command): void {
  program
    .command('recording')
    .description('private recordings')
    .command('original')
    .description('print an address of what was uploaded, good for ten minutes; who wants it and why is kept')
    .argument('<key>', 'wav_key of the file, or id of the media file of a survey')
    .requiredOption('--by <email>', 'the admin of its team who answers for it')
    .requiredOption('--reason <text>', 'why it has to be opened')
    .option('--json', 'print JSON')
    .action((key: string, { by, reason, ...options }: OriginalOptions) =>
      withStore(async ({ db, store }) => {
        const request = { key, email: by, reason, operator: userInfo().username }
        const opened = await openOriginal({ db, store, now: Date.now }, request)
        if (typeof opened === 'string') throw new AdminError(refusals[opened])
        print(opened, options)
        say('This is written down. Whoever has the address can load the file until it expires.')
      }),
    )
}
