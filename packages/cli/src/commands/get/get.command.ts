import { readChoice } from '../arguments.ts'
import type { Register } from '../register.ts'
import { type GetOptions, getFormats } from './get-options.ts'

export const addGetCommand: Register = (program, action) => {
  const command = program
    .command('get')
    .summary('read the results of an import')
    .description(
      'Reads an import by its key. Without --format it shows the record. The API key needs file:read, insight:read or survey:read.',
    )
    .argument('<key>', 'wav_key, insight_key, upload_key or media_key')
    .option('-f, --format <format>', `what to read: ${getFormats.join(', ')}`, readChoice(getFormats))
    .option('-o, --output <file>', 'write to this file instead of the standard output')
    .addHelpText(
      'after',
      `
Recordings: txt, vtt, srt, json. Documents, images and insights: txt, json. Surveys: csv, ndjson. "urls" lists links to the
stored files, which work for an hour. A file is complete once it has its name: until then it ends with .part.

Examples:
  $ inlet get 3f0c2e9a-5b7d-4c1e-9a66-1d2f3b4c5d6e
  $ inlet get 3f0c2e9a-5b7d-4c1e-9a66-1d2f3b4c5d6e --format vtt --output interview.vtt
  $ inlet get 8a1d7c52-0e3b-4f6a-b1c9-2f4e6d8a0b1c --format csv --output responses.csv`,
    )
  action(command, async (context, options: GetOptions, key: string) => {
    const { get } = await import('./get.handler.ts')
    return get(context, key, options)
  })
}
