import type { Inlet, Webhook } from '@inlet/sdk'
import { findProject } from '../../client/find-project.ts'
import type { CommonOptions, Context } from '../../context.ts'
import { usageError } from '../../errors.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'

export interface WebhookOptions extends CommonOptions {
  url?: string
  types?: string[]
  project?: string[]
  allProjects?: boolean
  description?: string
  enable?: boolean
  disable?: boolean
}

export interface DeleteOptions extends CommonOptions {
  yes: boolean
}

export interface RotateOptions extends CommonOptions {
  overlap?: number
}

const secretNote = 'Store the secret now; it cannot be shown again.'

export async function listWebhooks(
  { connect, output }: Context,
  { profile }: CommonOptions,
): Promise<ExitCode> {
  const inlet = await connect({ profile })
  const webhooks: Webhook[] = []
  for await (const webhook of inlet.webhooks.list()) webhooks.push(webhook)
  output.table(
    webhooks.map((one) => (output.isJson ? one : rowOf(one))),
    'This key has no webhooks. Create one with "inlet webhooks create".',
  )
  return exitCodes.done
}

export async function createWebhook(
  { connect, output }: Context,
  url: string,
  options: WebhookOptions,
): Promise<ExitCode> {
  const inlet = await connect(options)
  output.record(await inlet.webhooks.create({ url, ...(await readFields(inlet, options)) }))
  output.say(secretNote)
  return exitCodes.done
}

export async function showWebhook(
  { connect, output }: Context,
  key: string,
  { profile }: CommonOptions,
): Promise<ExitCode> {
  const inlet = await connect({ profile })
  output.record(await inlet.webhooks.get(key))
  return exitCodes.done
}

export async function updateWebhook(
  { connect, output }: Context,
  key: string,
  options: WebhookOptions,
): Promise<ExitCode> {
  const { url, enable, disable, allProjects, project } = options
  if (enable && disable) throw usageError('--enable and --disable cannot be combined.')
  if (allProjects && project) throw usageError('--project and --all-projects cannot be combined.')
  const inlet = await connect(options)
  const body = {
    ...(await readFields(inlet, options)),
    ...(url !== undefined && { url }),
    ...(enable && { status: 'enabled' as const }),
    ...(disable && { status: 'disabled' as const }),
  }
  if (Object.keys(body).length === 0)
    throw usageError('Nothing to change. Give at least one option, such as --types or --disable.')
  output.record(await inlet.webhooks.update(key, body))
  return exitCodes.done
}

export async function deleteWebhook(
  { connect, output }: Context,
  key: string,
  { profile, yes }: DeleteOptions,
): Promise<ExitCode> {
  if (!yes) throw usageError('Deleting a webhook cannot be undone. Add --yes to confirm.')
  const inlet = await connect({ profile })
  await inlet.webhooks.delete(key)
  output.say(`Deleted the webhook ${key}.`)
  return exitCodes.done
}

export async function rotateSecret(
  { connect, output }: Context,
  key: string,
  { profile, overlap }: RotateOptions,
): Promise<ExitCode> {
  const inlet = await connect({ profile })
  const body = overlap === undefined ? {} : { overlap_seconds: overlap }
  const { webhook_key, secret, secret_expires_at } = await inlet.webhooks.rotate(key, body)
  output.record({ webhook_key, secret, previous_secret_expires_at: secret_expires_at })
  output.say(secretNote)
  return exitCodes.done
}

async function readFields(
  inlet: Inlet,
  { types, project, allProjects, description }: WebhookOptions,
): Promise<{ types?: string[]; project_ids?: number[]; description?: string }> {
  const ids: number[] = []
  for (const wanted of project ?? []) ids.push((await findProject(inlet, wanted)).id)
  return {
    ...(types && { types }),
    ...((project || allProjects) && { project_ids: ids }),
    ...(description !== undefined && { description }),
  }
}

function rowOf({ webhook_key, url, types, project_ids, status, disabled_reason }: Webhook) {
  return {
    webhook_key,
    url,
    types: types.length === 0 ? 'all' : types,
    projects: project_ids.length === 0 ? 'all' : project_ids,
    status: disabled_reason ? `${status} (${disabled_reason})` : status,
  }
}
