/**
 * All output of the commands: data on stdout, messages on stderr. With `--json` the data is JSON; with `--quiet` only
 * data and errors are printed. Text from files and servers is escaped before it reaches a terminal.
 */
import type { Logger } from '@inlet/sdk'
import type { ErrorReport } from '../errors.ts'
import { type Colors, chooseColors } from './colors.ts'
import { type ProgressView, silentProgress } from './progress.ts'
import type { Stream } from './stream.ts'
import { type Cell, tableLines } from './table.ts'
import { terminalProgress } from './terminal-progress.ts'
import { printable } from './text.ts'

export interface OutputOptions {
  json?: boolean | undefined
  quiet?: boolean | undefined
}

export interface Output {
  readonly isJson: boolean
  /** Whether to draw progress and prompt for input. */
  readonly isTerminal: boolean
  readonly isQuiet: boolean
  readonly colors: Colors
  /** Prints the requests of the SDK on stderr; with INLET_DEBUG only. */
  readonly logger: Logger | undefined
  /** One result: a JSON document, or `name value` lines. */
  record(record: Record<string, Cell>): void
  /** Many results: a JSON array, or a table. */
  table(rows: ReadonlyArray<Record<string, Cell>>, whenEmpty: string): void
  /** One of several results over time: a JSON line, or the given line. */
  item(item: object, line: string): void
  /** A JSON document, or the given lines. */
  document(document: object, lines: readonly string[]): void
  readonly say: (text: string) => void
  warn(text: string): void
  error(error: ErrorReport): void
  /** Draws on a terminal only. */
  progress(): ProgressView
}

export function createOutput(
  streams: { stdout: Stream; stderr: Stream; env: Record<string, string | undefined> },
  { json: isJson = false, quiet: isQuiet = false }: OutputOptions,
): Output {
  const { stdout, stderr, env } = streams
  const isTerminal = stderr.isTTY === true && env['TERM'] !== 'dumb'
  const colors = chooseColors(isTerminal && !env['NO_COLOR'])
  const dataColors = chooseColors(stdout.isTTY === true && env['TERM'] !== 'dumb' && !env['NO_COLOR'])
  let drawn: ProgressView | undefined

  const print = (lines: readonly string[]) => {
    if (lines.length > 0) stdout.write(`${lines.join('\n')}\n`)
  }
  const json = (value: object) => print([JSON.stringify(value, null, 2)])
  const above = (text: string) => {
    if (drawn) drawn.print(text)
    else stderr.write(`${text}\n`)
  }

  return {
    isJson,
    isTerminal,
    isQuiet,
    colors,
    logger: isDebug(env)
      ? { debug: (message) => above(colors.dim(printable(`debug: ${message}`))) }
      : undefined,
    record(record) {
      if (isJson) return json(record)
      const names = Object.keys(record)
      const width = Math.max(...names.map((name) => name.length)) + 2
      print(names.map((name) => `${dataColors.dim(name.padEnd(width))}${showCell(record[name])}`))
    },
    table(rows, whenEmpty) {
      if (isJson) return json(rows)
      if (rows.length === 0) return this.say(whenEmpty)
      const [head = '', ...body] = tableLines(rows, showCell)
      print([dataColors.dim(head), ...body])
    },
    item(item, line) {
      if (!isJson) return stdout.isTTY && drawn ? drawn.print(line) : print([line])
      print([JSON.stringify(item)])
    },
    document(document, lines) {
      if (isJson) json(document)
      else print(lines)
    },
    say(text) {
      if (!isQuiet) above(text)
    },
    warn(text) {
      if (!isQuiet) above(`${colors.yellow('Note:')} ${text}`)
    },
    error({ message, code, requestId, details }) {
      if (isJson) return above(JSON.stringify({ error: message, code, request_id: requestId, details }))
      above(`${colors.red('inlet:')} ${printable(message)}`)
      for (const line of detailLines(details)) above(printable(line))
      if (requestId) above(colors.dim(`Request id for the operator: ${printable(requestId)}`))
    },
    progress() {
      // JSON lines on the same screen would mix with the progress bars.
      if (isQuiet || !isTerminal || (isJson && stdout.isTTY)) return silentProgress
      const view = terminalProgress(stderr, colors)
      drawn = view
      const { close } = view
      return {
        ...view,
        close() {
          drawn = undefined
          close()
        },
      }
    },
  }
}

function isDebug(env: Record<string, string | undefined>): boolean {
  return !['', '0', 'false'].includes(env['INLET_DEBUG'] ?? '')
}

/** The message already names the fields; other facts of a detail are added on a separate line. */
function detailLines(details: ErrorReport['details'] = []): string[] {
  return details.flatMap(({ field, ...facts }) => {
    const known = Object.entries(facts).flatMap(([name, value]) =>
      name === 'message' ? [] : [`${name} ${String(value)}`],
    )
    return known.length === 0 ? [] : [`  ${field}: ${known.join(', ')}`]
  })
}

function showCell(value: Cell): string {
  if (value === null || value === undefined) return '-'
  return printable(Array.isArray(value) ? value.join(', ') : String(value as string))
}
