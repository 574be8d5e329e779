/** Finds the file for the open parts of a survey, and its part numbers. Never guesses. */
import { resolve } from 'node:path'
import type { SurveyUpload } from '@inlet/sdk'
import { splitSurvey } from '@inlet/survey-csv'
import { CliError, usageError } from '../errors.ts'
import { type CsvOptions, csvOptions, hashOf, readBytes } from './csv-file.ts'
import { formatParts, openParts } from './open-parts.ts'
import { lastPart, type SentFile } from './sent-files.ts'

export interface GivenFile {
  path: string
  csv: CsvOptions
  /** The first part of the file, from `--first-part`. */
  firstPart?: number | undefined
}

export interface Source {
  file: SentFile
  wanted: ReadonlySet<number>
}

export async function findSource(
  survey: SurveyUpload,
  files: readonly SentFile[],
  given: GivenFile | undefined,
): Promise<Source> {
  return given ? sourceOf(survey, files, given) : rememberedSource(survey, files)
}

/** The unchanged file that this machine has sent the open parts from. */
async function rememberedSource(survey: SurveyUpload, files: readonly SentFile[]): Promise<Source> {
  const { upload_key } = survey
  const open = notProcessed(survey)
  const file = files.findLast((one) => covers(one, open))
  if (!file) {
    const message = `This machine has no record of which file ${formatList(open)} of the survey ${upload_key} came from. Specify the file: inlet survey retry ${upload_key} FILE.csv`
    throw usageError(message)
  }
  const hash = await hashOf(file.path).catch(() => undefined)
  if (hash !== file.hash) {
    const what = hash === undefined ? 'no longer exists' : 'has changed since'
    const message = `${formatList(open)} came from ${file.path}, which ${what}. Specify the file to send instead: inlet survey retry ${upload_key} FILE.csv, or with --part for a single part.`
    throw otherFile(message)
  }
  return { file, wanted: new Set(openParts(survey, file)) }
}

async function sourceOf(
  survey: SurveyUpload,
  files: readonly SentFile[],
  { path: name, csv, firstPart: stated }: GivenFile,
): Promise<Source> {
  const path = resolve(name)
  const hash = await hashOf(path)
  const open = notProcessed(survey)
  const same = files.filter((file) => file.hash === hash && file.numParts > 0)
  const known = same.findLast((file) => covers(file, open))
  if (known && stated === undefined)
    return { file: { ...known, path }, wanted: new Set(openParts(survey, known)) }
  if (same[0]) throw sentElsewhere(survey, name, same[0])
  const rowCounts = await countRows(path, csv)
  const firstPart = stated ?? firstPartOf(survey, files, { name, path })
  const stage = 'sending' as const
  const file: SentFile = { path, hash, firstPart, numParts: rowCounts.length, stage, ...csv }
  checkFit(survey, file, rowCounts)
  // The uploads are from another version of the file, so they are replaced too.
  return { file, wanted: new Set(open) }
}

/** For a file that this machine has not sent in this version. */
function firstPartOf(
  survey: SurveyUpload,
  files: readonly SentFile[],
  { name, path }: { name: string; path: string },
): number {
  // A survey that has never completed has no appended parts.
  if (survey.completed_at === null) return 1
  const open = notProcessed(survey)
  const changed = files.findLast((file) => file.path === path && covers(file, open))
  if (changed) return changed.firstPart
  const [first = 1] = open
  const message = `${formatList(open)} was appended to the survey, and this machine has no record that it came from ${name}. Nothing was sent. If it is the file of the append, pass its first part: inlet survey retry ${survey.upload_key} ${name} --first-part ${first}`
  throw otherFile(message)
}

/** A file that does not match the saved parts would lose or duplicate rows. */
function checkFit(survey: SurveyUpload, file: SentFile, rowCounts: readonly number[]): void {
  const end = Math.max(...survey.parts.map((part) => part.part_number))
  const parts = formatParts(file.firstPart, lastPart(file))
  if (lastPart(file) !== end || !covers(file, notProcessed(survey))) {
    const message = `${file.path} would be ${parts}, but the survey ends with part ${end} and is missing ${formatList(notProcessed(survey))}: it is another file, or another version with more or fewer rows. Nothing was sent. Correct single parts with --part.`
    throw otherFile(message)
  }
  for (const { part_number, row_count } of survey.parts) {
    const rows = rowCounts[part_number - file.firstPart]
    if (row_count === null || rows === undefined || rows === row_count) continue
    const message = `Part ${part_number} of the survey is saved with ${row_count} responses, and ${file.path} has ${rows} there: rows would be lost or duplicated. Nothing was sent. Correct the other parts one by one with --part.`
    throw otherFile(message)
  }
}

function sentElsewhere({ upload_key, ...survey }: SurveyUpload, name: string, file: SentFile): CliError {
  const open = notProcessed(survey)
  const message = `${name} was sent to this survey as ${formatParts(file.firstPart, lastPart(file))}; ${formatList(open)} came from another file. Nothing was sent, because its responses would be duplicated. Send the right file, or a corrected CSV: inlet survey retry ${upload_key} FILE.csv --part ${open[0] ?? 1}`
  return otherFile(message)
}

async function countRows(path: string, csv: CsvOptions): Promise<number[]> {
  const counts: number[] = []
  for await (const { rowCount } of splitSurvey(readBytes(path), csvOptions(csv))) counts.push(rowCount)
  return counts
}

const covers = (file: SentFile, numbers: readonly number[]): boolean =>
  numbers.every((number) => number >= file.firstPart && number <= lastPart(file))

function notProcessed({ parts }: Pick<SurveyUpload, 'parts'>): number[] {
  return parts.filter((part) => part.status !== 'PROCESSED').map((part) => part.part_number)
}

const formatList = (numbers: readonly number[]): string =>
  numbers.length === 1 ? `Part ${numbers[0]}` : `Parts ${numbers.join(', ')}`

function otherFile(message: string): CliError {
  return new CliError(message, { code: 'other_file' })
}
