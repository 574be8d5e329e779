import type { Inlet } from '@inlet/sdk'
import { tryKinds } from '../../client/try-kinds.ts'
import type { CommonOptions, Context } from '../../context.ts'
import { usageError } from '../../errors.ts'
import type { ExitCode } from '../../exit-codes.ts'
import { forEachKey } from './each-key.ts'

export interface DeleteOptions extends CommonOptions {
  permanent: boolean
  yes: boolean
}

export async function deleteRecords(
  context: Context,
  keys: readonly string[],
  { permanent, yes, profile }: DeleteOptions,
): Promise<ExitCode> {
  if (permanent && !yes) throw usageError('--permanent cannot be undone. Add --yes to confirm.')
  const inlet = await context.connect({ profile })
  return forEachKey(context, keys, async (key) => ({
    kind: await deleteRecord(inlet, key, permanent),
    result: permanent ? 'purged' : 'deleted',
  }))
}

const deleteRecord = (inlet: Inlet, key: string, permanent: boolean): Promise<string> =>
  tryKinds(
    key,
    (['files', 'insights', 'surveys', 'media'] as const).map((kind) => async () => {
      await inlet[kind].delete(key, { permanent })
      return kind === 'media' ? kind : kind.slice(0, -1)
    }),
  )
