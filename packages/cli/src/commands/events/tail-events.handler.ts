import type { CommonOptions, Context } from '../../context.ts'
import { usageError } from '../../errors.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'
import { eventLine } from './event-line.ts'
import { followLog, type LogOptions } from './follow-log.ts'

export interface TailOptions extends CommonOptions, LogOptions {
  after?: string
  sinceStart: boolean
}

export async function tailEvents(context: Context, options: TailOptions): Promise<ExitCode> {
  if (options.after !== undefined && options.sinceStart)
    throw usageError('--after and --since-start cannot be combined.')
  const { connect, output } = context
  const inlet = await connect(options)
  const stop = context.listenForStop(() => {})
  const after = options.sinceStart ? undefined : (options.after ?? 'latest')
  let last = options.after
  try {
    for await (const { events, cursor } of followLog({ inlet, output, signal: stop.soft }, options, after)) {
      if (last === undefined && after === 'latest') output.say('Waiting for events. Press Ctrl-C to stop.')
      last = cursor
      for (const [index, event] of events.entries())
        output.item({ ...event, cursor: index === events.length - 1 ? cursor : null }, eventLine(event))
    }
    if (last !== undefined) output.say(`Stopped. To continue from here: inlet events tail --after ${last}`)
    return exitCodes.interrupted
  } finally {
    stop.done()
  }
}
