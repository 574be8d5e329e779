/** A CSV file: its bytes as a stream, its hash and its header. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { openSurvey, type SplitOptions, type SurveyCsv } from '@inlet/survey-csv'
import { usageError } from '../errors.ts'

export type CsvOptions = Pick<SplitOptions, 'encoding' | 'delimiter'>

const pieceBytes = 1024 * 1024

export function readBytes(path: string): AsyncIterable<Uint8Array> {
  return createReadStream(path, { highWaterMark: pieceBytes })
}

export async function checkCsvFile(path: string): Promise<{ bytes: number }> {
  const found = await stat(path).catch(() => undefined)
  if (found?.isFile()) return { bytes: found.size }
  throw usageError(`${path} does not exist, is not a file, or cannot be read.`)
}

/** Of the whole content: a survey with one changed cell is another survey. */
export async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of readBytes(path)) hash.update(piece)
  return hash.digest('hex')
}

/** Reads only the header. */
export async function readHeader(path: string, options: CsvOptions): Promise<Pick<SurveyCsv, 'names'>> {
  const survey = await openSurvey(readBytes(path), options)
  await survey.responses.return()
  return survey
}

/** Picks the options that control how the CSV is parsed. */
export function csvOptions({ encoding, delimiter }: CsvOptions): CsvOptions {
  return { ...(encoding && { encoding }), ...(delimiter && { delimiter }) }
}
