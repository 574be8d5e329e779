import type { CommonOptions } from '../../context.ts'
import { collect, readList, readSeconds } from '../arguments.ts'
import type { Register } from '../register.ts'
import { addDeliveryCommands } from './webhook-deliveries.command.ts'
import type { DeleteOptions, RotateOptions, WebhookOptions } from './webhooks.handler.ts'

const key = 'ca761232-ed42-11ce-bacd-00aa0057b223'
const keyHelp = 'from "inlet webhooks list"'

export const addWebhooksCommands: Register = (program, action) => {
  const webhooks = program
    .command('webhooks')
    .summary('send events to your own service')
    .description(
      'Manages webhooks, which send events to a URL as signed requests (Standard Webhooks). The key needs the scope webhook:write.',
    )
    .addHelpText(
      'after',
      '\nExamples:\n  $ inlet webhooks create https://example.org/inlet --types file.completed\n  $ inlet webhooks listen --forward http://localhost:3000/inlet',
    )

  const list = webhooks
    .command('list')
    .summary('list the webhooks of this key')
    .description('Lists the webhooks of this API key, newest first.')
    .addHelpText(
      'after',
      '\nExamples:\n  $ inlet webhooks list\n  $ inlet webhooks list --json | jq -r ".[].url"',
    )
  action(list, async (context, options: CommonOptions) => {
    const { listWebhooks } = await import('./webhooks.handler.ts')
    return listWebhooks(context, options)
  })

  const create = webhooks
    .command('create')
    .summary('create a webhook')
    .description('Creates a webhook and prints its secret, which cannot be shown again. A key can have ten.')
    .argument('<url>', 'where to send events: https and a public host')
    .option('--types <types>', 'only these types, such as file.completed,survey.*', readList)
    .option('-p, --project <id|name>', 'only events of this project; repeat it for more', collect)
    .option('--description <text>', 'a note for people, up to 200 characters')
    .addHelpText(
      'after',
      `
Examples:
  $ inlet webhooks create https://example.org/inlet
  $ inlet webhooks create https://example.org/inlet --types file.*,insight.* --project "Pricing study"
  $ inlet webhooks create https://example.org/inlet --json | jq -r .secret`,
    )
  action(create, async (context, options: WebhookOptions, url: string) => {
    const { createWebhook } = await import('./webhooks.handler.ts')
    return createWebhook(context, url, options)
  })

  const show = webhooks
    .command('show')
    .summary('show a webhook')
    .description('Shows a webhook: where it sends which events, and whether it is enabled.')
    .argument('<webhook-key>', keyHelp)
    .addHelpText('after', `\nExamples:\n  $ inlet webhooks show ${key}`)
  action(show, async (context, options: CommonOptions, webhookKey: string) => {
    const { showWebhook } = await import('./webhooks.handler.ts')
    return showWebhook(context, webhookKey, options)
  })

  const update = webhooks
    .command('update')
    .summary('change a webhook, or turn it off and on')
    .description(
      'Changes what is given and keeps the rest. While a webhook is disabled nothing is sent; "inlet webhooks redeliver --since" sends what it missed.',
    )
    .argument('<webhook-key>', keyHelp)
    .option('--url <url>', 'where to send events')
    .option('--types <types>', 'only these types; "" for all', readList)
    .option('-p, --project <id|name>', 'only events of this project; repeat it for more', collect)
    .option('--all-projects', 'events of all projects')
    .option('--description <text>', 'a note for people, up to 200 characters')
    .option('--enable', 'turn it on')
    .option('--disable', 'turn it off')
    .addHelpText(
      'after',
      `\nExamples:\n  $ inlet webhooks update ${key} --types file.completed,file.error\n  $ inlet webhooks update ${key} --disable`,
    )
  action(update, async (context, options: WebhookOptions, webhookKey: string) => {
    const { updateWebhook } = await import('./webhooks.handler.ts')
    return updateWebhook(context, webhookKey, options)
  })

  const remove = webhooks
    .command('delete')
    .summary('delete a webhook')
    .description('Deletes a webhook and its list of deliveries. Pending deliveries are not sent.')
    .argument('<webhook-key>', keyHelp)
    .option('--yes', 'confirm the deletion', false)
    .addHelpText('after', `\nExamples:\n  $ inlet webhooks delete ${key} --yes`)
  action(remove, async (context, options: DeleteOptions, webhookKey: string) => {
    const { deleteWebhook } = await import('./webhooks.handler.ts')
    return deleteWebhook(context, webhookKey, options)
  })

  const rotate = webhooks
    .command('rotate')
    .summary('replace the secret of a webhook')
    .description(
      `Prints a new secret, which cannot be shown again. For the time of --overlap, requests are signed with the previous secret too,
so that the receiver can be changed without losing events.`,
    )
    .argument('<webhook-key>', keyHelp)
    .option(
      '--overlap <time>',
      'how long the previous secret stays valid: 0s to 72h, default 24h',
      readSeconds,
    )
    .addHelpText(
      'after',
      `\nExamples:\n  $ inlet webhooks rotate ${key}\n  $ inlet webhooks rotate ${key} --overlap 0s`,
    )
  action(rotate, async (context, options: RotateOptions, webhookKey: string) => {
    const { rotateSecret } = await import('./webhooks.handler.ts')
    return rotateSecret(context, webhookKey, options)
  })

  addDeliveryCommands(webhooks, action)
}
