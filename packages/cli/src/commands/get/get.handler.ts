import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Context } from '../../context.ts'
import { CliError } from '../../errors.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'
import type { Cell } from '../../output/table.ts'
import { findRecord } from './find-record.ts'
import type { GetOptions } from './get-options.ts'
import { readRecord } from './read-record.ts'

export async function get(context: Context, key: string, options: GetOptions): Promise<ExitCode> {
  const inlet = await context.connect(options)
  const found = await findRecord(inlet, key)
  if (options.format === undefined) {
    if (context.output.isJson) context.output.document(found.record, [])
    else context.output.record(cellsOf(found.record))
    return exitCodes.done
  }
  const content = readRecord(inlet, found, options.format)
  if (options.output === undefined) for await (const text of content) context.stdout.write(text)
  else {
    await writeWhole(options.output, content)
    context.output.say(`Wrote ${options.output}.`)
  }
  return exitCodes.done
}

/** Objects and lists are for --json. */
function cellsOf(record: object): Record<string, Cell> {
  const entries = Object.entries(record).filter(([, value]) => value !== null && typeof value !== 'object')
  return Object.fromEntries(entries) as Record<string, Cell>
}

/** The file has its name only once it is complete. */
async function writeWhole(path: string, content: AsyncIterable<string>): Promise<void> {
  const partial = `${path}.part`
  try {
    await pipeline(Readable.from(content), createWriteStream(partial))
    await rename(partial, path)
  } catch (error) {
    await rm(partial, { force: true })
    if (error instanceof Error && 'code' in error && 'path' in error)
      throw new CliError(`${path} cannot be written: ${error.message}`, { code: 'not_written', cause: error })
    throw error
  }
}
