import { type Command, Option } from 'commander'
import { findFileRecording } from '../../features/files/file-recordings.repo.ts'
import {
  exportTranscript,
  type TranscriptFormat,
  transcriptFormats,
} from '../../features/recordings/export-transcript.ts'
import { isRecordKey } from '../../platform/http/keys.ts'
import { AdminError, withContext } from './context.ts'

export function addTranscriptCommands(program: Command): void {
  program
    .command('transcript')
    .description('print the transcript of a recording')
    .argument('<wav_key>', 'key of the file')
    .addOption(new Option('--format <format>', 'how to write it').choices(transcriptFormats).default('txt'))
    .action((wavKey: string, { format }: { format: TranscriptFormat }) =>
      withContext(async ({ db }) => {
        const recordingId = isRecordKey(wavKey) ? await findFileRecording(db, wavKey) : undefined
        if (recordingId === undefined) throw new AdminError(`There is no recording ${wavKey}.`)
        const text = await exportTranscript(db, recordingId, format)
        if (text === undefined) throw new AdminError('The recording is not transcribed yet, or could not be.')
        process.stdout.write(text)
      }),
    )
}
