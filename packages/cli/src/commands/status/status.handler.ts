import type { Inlet } from '@inlet/sdk'
import { openClient } from '../../client/open-client.ts'
import { findCredentials } from '../../config/credentials.ts'
import type { CommonOptions, Context } from '../../context.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'
import { pause } from '../../imports/retry.ts'
import type { Cell } from '../../output/table.ts'
import { printable } from '../../output/text.ts'
import { findImport, type ImportStatus, listRecent } from './import-status.ts'

export interface StatusOptions extends CommonOptions {
  limit: number
  watch: boolean
}

const firstMs = 2000
const longestMs = 15_000

export async function status(context: Context, keys: string[], options: StatusOptions): Promise<ExitCode> {
  const { output, env } = context
  const inlet = openClient(await findCredentials(env, options.profile))
  const stop = context.listenForStop(() => {})
  try {
    if (options.watch) return await watch(context, inlet, { keys, limit: options.limit, signal: stop.soft })
    const imports = await look(inlet, keys, options.limit)
    output.table(
      imports.map((one) => rowOf(one, output.isJson)),
      'No imports are accessible with this key.',
    )
    sayNotes(context, imports)
    return keys.length > 0 && imports.some(({ state }) => state !== 'completed')
      ? exitCodes.incomplete
      : exitCodes.done
  } finally {
    stop.done()
  }
}

interface Watched {
  keys: string[]
  limit: number
  signal: AbortSignal
}

/** Prints a line for every change, on a terminal as well as in a log. */
async function watch({ output }: Context, inlet: Inlet, { keys, limit, signal }: Watched): Promise<ExitCode> {
  const known = new Map<string, string>()
  let waitMs = firstMs
  let imports = await look(inlet, keys, limit)
  // Without keys, watch the imports that are running now; later ones are ignored.
  const watched = keys.length > 0 ? imports : imports.filter(({ state }) => !isFinal(state))
  const watchedKeys = watched.map(({ key }) => key)
  imports = watched
  for (;;) {
    for (const one of imports) {
      const line = [statusText(one), one.kind, one.key, one.name, one.reason ?? ''].join('  ').trimEnd()
      if (known.get(one.key) === line) continue
      known.set(one.key, line)
      waitMs = firstMs
      output.item(rowOf(one, true), line)
    }
    if (signal.aborted) return exitCodes.interrupted
    if (imports.every(({ state }) => isFinal(state))) break
    await pause(waitMs, signal)
    waitMs = Math.min(longestMs, waitMs * 1.5)
    const open = imports.filter(({ state }) => !isFinal(state)).map(({ key }) => key)
    const fresh = new Map((signal.aborted ? [] : await look(inlet, open, limit)).map((one) => [one.key, one]))
    imports = imports.map((one) => fresh.get(one.key) ?? one)
  }
  if (watchedKeys.length === 0) output.say('No import is running.')
  sayNotes({ output }, imports)
  return imports.some(({ state }) => state === 'failed') ? exitCodes.incomplete : exitCodes.done
}

function sayNotes({ output }: Pick<Context, 'output'>, imports: readonly ImportStatus[]): void {
  for (const { key, notes = [] } of imports)
    for (const note of notes) output.say(printable(imports.length > 1 ? `${key}: ${note}` : note))
}

async function look(inlet: Inlet, keys: readonly string[], limit: number): Promise<ImportStatus[]> {
  if (keys.length === 0) return listRecent(inlet, limit)
  const found: ImportStatus[] = []
  for (const key of keys) found.push(await findImport(inlet, key))
  return found
}

function isFinal(state: ImportStatus['state']): boolean {
  return state === 'completed' || state === 'failed'
}

/** JSON has separate fields for progress and error code; the table shows them in the status column. */
function rowOf(one: ImportStatus, isJson: boolean): Record<string, Cell> {
  const { key, kind, name, status: word, created_at, reason = null, errorCode = null, progress } = one
  if (!isJson) return { key, kind, name, status: statusText(one), created_at, reason: reason ?? errorCode }
  const { stage = null, percent = null, seconds_left = null } = progress ?? {}
  return {
    key,
    kind,
    name,
    status: word,
    created_at,
    reason,
    error_code: errorCode,
    stage,
    percent,
    seconds_left,
  }
}

function statusText({ status: word, progress }: ImportStatus): string {
  return progress ? `${word} (${progress.stage} ${progress.percent} %)` : word
}
