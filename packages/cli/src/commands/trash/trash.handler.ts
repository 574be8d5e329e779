import type { Inlet, TrashedRecord } from '@inlet/sdk'
import { findProject } from '../../client/find-project.ts'
import type { CommonOptions, Context } from '../../context.ts'
import { CliError, usageError } from '../../errors.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'
import { forEachKey } from '../records/each-key.ts'

export interface ListOptions extends CommonOptions {
  kind?: TrashedRecord['kind']
  project?: string
  limit?: number
}

export async function listTrash(
  { connect, output }: Context,
  { profile, kind, project, limit = Number.POSITIVE_INFINITY }: ListOptions,
): Promise<ExitCode> {
  const inlet = await connect({ profile })
  const projectId = project === undefined ? undefined : (await findProject(inlet, project)).id
  const records: TrashedRecord[] = []
  for await (const record of inlet.trash.list({ kind, projectId, limit: Math.min(limit, 100) })) {
    records.push(record)
    if (records.length >= limit) break
  }
  output.table(records, 'The trash has nothing that this key may restore.')
  return exitCodes.done
}

export async function restore(
  context: Context,
  keys: readonly string[],
  { profile }: CommonOptions,
): Promise<ExitCode> {
  const inlet = await context.connect({ profile })
  const trashed = await findTrashed(inlet, keys)
  return forEachKey(context, keys, async (key) => {
    const kind = kindOf(trashed, key)
    await restoreRecord(inlet, kind, key)
    return { kind, result: 'restored' }
  })
}

export async function purge(
  context: Context,
  keys: readonly string[],
  { profile, yes }: CommonOptions & { yes: boolean },
): Promise<ExitCode> {
  if (!yes) throw usageError('Purging cannot be undone. Add --yes to confirm.')
  const inlet = await context.connect({ profile })
  const trashed = await findTrashed(inlet, keys)
  return forEachKey(context, keys, async (key) => {
    const kind = kindOf(trashed, key)
    await purgeRecord(inlet, kind, key)
    return { kind, result: 'purged' }
  })
}

type Kind = TrashedRecord['kind']

/** Looked up, so that a key of something else is never purged. */
async function findTrashed(inlet: Inlet, keys: readonly string[]): Promise<Map<string, Kind>> {
  const found = new Map<string, Kind>()
  const wanted = new Set(keys)
  for await (const { key, kind } of inlet.trash.list({ limit: 100 })) {
    if (wanted.has(key)) found.set(key, kind)
    if (found.size === wanted.size) break
  }
  return found
}

function kindOf(trashed: ReadonlyMap<string, Kind>, key: string): Kind {
  const kind = trashed.get(key)
  if (kind) return kind
  throw new CliError('It is not in the trash, or this API key may not restore it. See "inlet trash list".', {
    code: 'not_in_trash',
  })
}

async function restoreRecord(inlet: Inlet, kind: Kind, key: string): Promise<void> {
  if (kind === 'project') await inlet.projects.restore(Number(key))
  else await inlet[resourceOf[kind]].restore(key)
}

async function purgeRecord(inlet: Inlet, kind: Kind, key: string): Promise<void> {
  if (kind === 'project') await inlet.projects.delete(Number(key), { permanent: true })
  else await inlet[resourceOf[kind]].delete(key, { permanent: true })
}

const resourceOf = { file: 'files', insight: 'insights', survey: 'surveys', media: 'media' } as const
