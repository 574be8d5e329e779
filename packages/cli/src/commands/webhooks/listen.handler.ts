import { randomBytes } from 'node:crypto'
import { signWebhook } from '@inlet/sdk'
import type { CommonOptions, Context } from '../../context.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'
import { padEnd, printable } from '../../output/text.ts'
import { followLog, type LogOptions } from '../events/follow-log.ts'
import { type Forwarded, forwardEvent } from './forward-event.ts'

export interface ListenOptions extends CommonOptions, LogOptions {
  forward?: string
  secret?: string
}

const typeWidth = 22

export async function listenForEvents(context: Context, options: ListenOptions): Promise<ExitCode> {
  const { connect, output } = context
  const { forward, secret = `whsec_${randomBytes(32).toString('base64')}` } = options
  const inlet = await connect(options)
  const stop = context.listenForStop(() => {})
  const signal = stop.soft
  let isReady = false
  let succeeded = 0
  let failed = 0
  try {
    for await (const { events } of followLog({ inlet, output, signal }, options, 'latest')) {
      if (!isReady) output.say(`Signing secret: ${secret}`)
      if (!isReady) output.say(`Forwarding events to ${forward ?? 'this terminal'}. Press Ctrl-C to stop.`)
      isReady = true
      for (const event of events) {
        if (signal.aborted) break
        if (forward === undefined) {
          const request = await signWebhook(secret, event)
          output.item(request, requestText(request))
          continue
        }
        const result = await forwardEvent(event, { url: forward, secret, signal })
        if (signal.aborted) break
        output.item(result, forwardedLine(result))
        if (isSuccess(result)) succeeded += 1
        else failed += 1
      }
    }
    if (forward !== undefined) output.say(`Stopped. ${succeeded} succeeded, ${failed} failed.`)
    return exitCodes.interrupted
  } finally {
    stop.done()
  }
}

const isSuccess = ({ http_status }: Forwarded) =>
  http_status !== null && http_status >= 200 && http_status < 300

function forwardedLine(result: Forwarded): string {
  const { type, event_id, http_status, error, duration_ms } = result
  const answer = error ?? `${http_status} in ${duration_ms} ms`
  return printable([padEnd(type, typeWidth), event_id, answer].join('  '))
}

function requestText({ headers, body }: { headers: Record<string, string>; body: string }): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [...lines, '', body, ''].map(printable).join('\n')
}
