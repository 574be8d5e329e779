/** Reads the statuses of up to a hundred imports with one call. */
import type { BatchStatus, Inlet } from '@inlet/sdk'
import { CliError } from '../errors.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Entry } from '../journal/entries.ts'
import type { End } from './follow-one.ts'

/** Of those that have ended. `wait`: seconds until one has. */
export async function readEnds(
  { batches }: Pick<Inlet, 'batches'>,
  entries: readonly Entry[],
  options: { signal: AbortSignal; wait?: number | undefined },
): Promise<{ entry: Entry; found: End }[]> {
  if (entries.length === 0) return []
  const items = entries.map(({ as, key = '' }) => ({ kind: as, key }))
  const { results } = await batches.status({ items }, options)
  return entries.flatMap((entry, i) => {
    const found = results[i]?.is_final ? toEnd(results[i]) : undefined
    // A record that is not completed yet is looked for by complete.
    return found && !(found.state === 'gone' && entry.state !== 'accepted') ? [{ entry, found }] : []
  })
}

function toEnd({ http_status, kind, status, error_reason, error_code }: BatchStatus): End {
  if (http_status === 404) return { state: 'gone' }
  if (http_status !== 200)
    throw new CliError(
      `The API key lacks the scope to read the status of a ${kind}. Use a key with the scope ${kind}:write, or --no-wait.`,
      {
        code: 'forbidden',
        exitCode: exitCodes.denied,
      },
    )
  if (status === 'completed') return { state: 'completed' }
  return {
    state: 'failed',
    reason: error_reason ?? 'The service gave no reason.',
    code: error_code ?? undefined,
  }
}
