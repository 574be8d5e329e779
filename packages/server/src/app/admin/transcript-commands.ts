import { type Command, Option } from 'commander'
import {
  exportTranscript,
  type TranscriptFormat,
  transcriptFormats,
} from '../../features/recording-processing/export-transcript.ts'
import { findRecordingOfFile } from '../../features/recording-processing/recording-lifecycle.repo.ts'
import { isRecordKey } from '../../platform/http/keys.ts'
import { AdminError, withContext } from './context.ts'

export function addTranscriptCommands(program: Command): void {
  program
    .command('transcript')
    .description('print the transcript of a recording')
    .argument('<wav_key>', 'wav_key of the file')
    .addOption(new Option('--format <format>', 'output format').choices(transcriptFormats).default('txt'))
    .action((wavKey: string, { format }: { format: TranscriptFormat }) =>
      withContext(async ({ db }) => {
        const recordingId = isRecordKey(wavKey) ? await findRecordingOfFile(db, wavKey) : undefined
        if (recordingId === undefined) throw new AdminError(`Recording ${wavKey} does not exist.`)
        const text = await exportTranscript(db, recordingId, format)
        if (text === undefined)
          throw new AdminError(
            'The recording has no transcript: it is still being processed, or transcription failed.',
          )
        process.stdout.write(text)
      }),
    )
}
