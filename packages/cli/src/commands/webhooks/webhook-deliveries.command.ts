import { type Command, InvalidArgumentError } from 'commander'
import type { CommonOptions } from '../../context.ts'
import { readChoice, readCount, readList } from '../arguments.ts'
import type { Action } from '../register.ts'
import type { ListenOptions } from './listen.handler.ts'
import type { DeliveriesOptions, RedeliverOptions } from './webhook-deliveries.handler.ts'

const key = 'ca761232-ed42-11ce-bacd-00aa0057b223'
const keyHelp = 'from "inlet webhooks list"'

export function addDeliveryCommands(webhooks: Command, action: Action): void {
  const test = webhooks
    .command('test')
    .summary('send a test event')
    .description(
      'Sends one webhook.test event and shows what the receiver answered. Exits with 1 if it failed.',
    )
    .argument('<webhook-key>', keyHelp)
    .addHelpText('after', `\nExamples:\n  $ inlet webhooks test ${key}`)
  action(test, async (context, options: CommonOptions, webhookKey: string) => {
    const { testWebhook } = await import('./webhook-deliveries.handler.ts')
    return testWebhook(context, webhookKey, options)
  })

  const deliveries = webhooks
    .command('deliveries')
    .summary('list what was sent, and what the receiver answered')
    .description('Lists the deliveries of a webhook, newest first, with the result of the last attempt.')
    .argument('<webhook-key>', keyHelp)
    .option(
      '--status <status>',
      'pending, succeeded or failed',
      readChoice(['pending', 'succeeded', 'failed']),
    )
    .option('--limit <n>', 'maximum number', readCount(1, 100_000), 20)
    .addHelpText(
      'after',
      `\nWith --json, each delivery has all its attempts.\n\nExamples:\n  $ inlet webhooks deliveries ${key} --status failed\n  $ inlet webhooks deliveries ${key} --json | jq ".[0].attempts"`,
    )
  action(deliveries, async (context, options: DeliveriesOptions, webhookKey: string) => {
    const { listDeliveries } = await import('./webhook-deliveries.handler.ts')
    return listDeliveries(context, webhookKey, options)
  })

  const redeliver = webhooks
    .command('redeliver')
    .summary('send deliveries again')
    .description(
      'Sends one delivery again, or with --since all matching events since a time, also those that were missed while the webhook was disabled.',
    )
    .argument('<webhook-key>', keyHelp)
    .argument('[delivery-key]', 'from "inlet webhooks deliveries"')
    .option('--since <time>', 'a time such as 2026-03-01T10:00:00Z', readTime)
    .addHelpText(
      'after',
      `
The receiver gets the same webhook-id as before and can recognize what it has handled already.

Examples:
  $ inlet webhooks redeliver ${key} 6ec9ab6d-4e0f-4c1f-8d2a-1d0d6f1b2c3d
  $ inlet webhooks redeliver ${key} --since 2026-03-01T10:00:00Z`,
    )
  action(
    redeliver,
    async (context, options: RedeliverOptions, webhookKey: string, deliveryKey: string | undefined) => {
      const handlers = await import('./webhook-deliveries.handler.ts')
      return handlers.redeliver(context, { webhookKey, deliveryKey }, options)
    },
  )

  const listen = webhooks
    .command('listen')
    .summary('forward events to a port of this machine')
    .description(
      `Follows the event log and sends each event to a local address as a webhook would: signed, with the same headers and body. Test a
receiver this way without a public address. The key needs the scope event:read; nothing is registered on the server.`,
    )
    .option('--forward <url>', 'where to send events, such as http://localhost:3000/inlet', readAddress)
    .option('--types <types>', 'only these types, such as file.completed,survey.*', readList)
    .option('-p, --project <id|name>', 'only events of this project')
    .option('--secret <secret>', 'sign with this secret (whsec_…) instead of a new one', readSecret)
    .addHelpText(
      'after',
      `
Without --forward, it prints the requests that would be sent. A request is sent once and not repeated.

Examples:
  $ inlet webhooks listen --forward http://localhost:3000/inlet
  $ inlet webhooks listen --forward http://localhost:3000/inlet --types file.* --secret "$WEBHOOK_SECRET"`,
    )
  action(listen, async (context, options: ListenOptions) => {
    const { listenForEvents } = await import('./listen.handler.ts')
    return listenForEvents(context, options)
  })
}

function readTime(text: string): string {
  const time = Date.parse(text)
  if (Number.isNaN(time)) throw new InvalidArgumentError('Must be a time such as 2026-03-01T10:00:00Z.')
  return new Date(time).toISOString()
}

function readAddress(text: string): string {
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return text
  throw new InvalidArgumentError('Must be an address such as http://localhost:3000/inlet.')
}

function readSecret(text: string): string {
  if (/^whsec_[\w+/]+=*$/.test(text)) return text
  throw new InvalidArgumentError('Must be the secret of a webhook: whsec_ and base64.')
}
