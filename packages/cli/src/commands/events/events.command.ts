import { readList } from '../arguments.ts'
import type { Register } from '../register.ts'
import type { TailOptions } from './tail-events.handler.ts'

export const addEventsCommands: Register = (program, action) => {
  const events = program
    .command('events')
    .summary('follow what happens in the workspace')
    .description('Follows the event log: every change of the records that this key can access.')
    .addHelpText('after', '\nExamples:\n  $ inlet events tail --types file.completed,file.error')

  const tail = events
    .command('tail')
    .summary('print events as they happen')
    .description(
      `Prints a line for each event, from now on or from a cursor, until it is stopped. It reconnects after outages without missing
an event. The key needs the scope event:read.`,
    )
    .option('--types <types>', 'only these types, such as file.completed,survey.*', readList)
    .option('-p, --project <id|name>', 'only events of this project')
    .option('--after <cursor>', 'continue after this cursor, which an earlier run printed')
    .option('--since-start', 'start with the oldest event that is retained', false)
    .addHelpText(
      'after',
      `
With --json, each line is an event. "cursor" is null, or the cursor to continue after this line with --after.

Examples:
  $ inlet events tail
  $ inlet events tail --types file.error,insight.failed --project "Pricing study"
  $ inlet events tail --since-start --json | jq -r '[.timestamp, .type, .data.wav_key] | @tsv'`,
    )
  action(tail, async (context, options: TailOptions) => {
    const { tailEvents } = await import('./tail-events.handler.ts')
    return tailEvents(context, options)
  })
}
