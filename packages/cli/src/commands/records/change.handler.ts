import type { Inlet } from '@inlet/sdk'
import { findProject } from '../../client/find-project.ts'
import { tryKinds } from '../../client/try-kinds.ts'
import type { CommonOptions, Context } from '../../context.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'
import { forEachKey } from './each-key.ts'

export async function renameRecord(
  { connect, output }: Context,
  key: string,
  name: string,
  { profile }: CommonOptions,
): Promise<ExitCode> {
  const { kind, record } = await changeRecord(await connect({ profile }), key, { name })
  output.record({ key, kind, name: record.name })
  return exitCodes.done
}

export async function moveRecords(
  context: Context,
  keys: readonly string[],
  { project, profile }: CommonOptions & { project: string },
): Promise<ExitCode> {
  const inlet = await context.connect({ profile })
  const { id } = await findProject(inlet, project)
  return forEachKey(context, keys, async (key) => {
    const { kind } = await changeRecord(inlet, key, { project_id: id })
    return { kind, result: 'moved' }
  })
}

const changeRecord = (
  inlet: Inlet,
  key: string,
  changes: { name?: string; project_id?: number },
): Promise<{ kind: string; record: { name: string } }> =>
  tryKinds(
    key,
    (['files', 'insights', 'surveys'] as const).map((kind) => async () => ({
      kind: kind.slice(0, -1),
      record: await inlet[kind].update(key, changes),
    })),
  )
