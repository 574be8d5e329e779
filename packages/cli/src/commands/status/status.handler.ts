import type { Inlet } from '@inlet/sdk'
import type { CommonOptions, Context } from '../../context.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'
import type { Cell } from '../../output/table.ts'
import { printable } from '../../output/text.ts'
import { findImport, type ImportStatus, isFinal, listRecent } from './import-status.ts'
import { watchImports } from './watch-imports.ts'

export interface StatusOptions extends CommonOptions {
  limit: number
  watch: boolean
}

export async function status(context: Context, keys: string[], options: StatusOptions): Promise<ExitCode> {
  const { connect, output } = context
  const inlet = await connect(options)
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
  const show = (one: ImportStatus) => {
    const line = [statusText(one), one.kind, one.key, one.name, one.reason ?? ''].join('  ').trimEnd()
    if (known.get(one.key) === line) return
    known.set(one.key, line)
    output.item(rowOf(one, true), line)
  }
  const found = await look(inlet, keys, limit)
  // Without keys, watch the imports that are running now; later ones are ignored.
  const watched = keys.length > 0 ? found : found.filter((one) => !isFinal(one))
  for (const one of watched) show(one)
  if (watched.length === 0) output.say('No import is running.')
  try {
    const ended = await watchImports(inlet, watched, { signal, onStatus: show })
    sayNotes({ output }, ended)
    return ended.some(({ state }) => state === 'failed') ? exitCodes.incomplete : exitCodes.done
  } catch (error) {
    if (signal.aborted) return exitCodes.interrupted
    throw error
  }
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
