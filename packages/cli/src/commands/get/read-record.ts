/** The content of a record in one format, as pieces of text. */
import type { Inlet, ResultColumn } from '@inlet/sdk'
import { usageError } from '../../errors.ts'
import type { FoundRecord } from './find-record.ts'
import type { GetFormat } from './get-options.ts'
import { csvRow, questionsOf, responseCells } from './survey-csv-rows.ts'

const formatsOf = {
  recording: ['txt', 'vtt', 'srt', 'json', 'urls'],
  document: ['txt', 'json', 'urls'],
  survey: ['csv', 'ndjson'],
} as const satisfies Record<string, readonly GetFormat[]>

const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`

type Content = AsyncGenerator<string, void, undefined>

export function readRecord(inlet: Inlet, found: FoundRecord, format: GetFormat): Content {
  const kind = contentKind(found)
  const formats: readonly GetFormat[] = formatsOf[kind]
  if (!formats.includes(format))
    throw usageError(`--format ${format} is not available for this record. Use one of ${formats.join(', ')}.`)
  if (found.kind === 'survey') return readSurvey(inlet, found.record.upload_key, format)
  return readFile(inlet, found, format)
}

function contentKind(found: FoundRecord): keyof typeof formatsOf {
  if (found.kind === 'survey') return 'survey'
  if (found.kind === 'media') return 'recording'
  if (found.kind === 'insight') return 'document'
  const { kind } = found.record
  if (kind === 'survey')
    throw usageError('This is the list entry of a survey. Use the upload_key of the survey.')
  return kind === 'audio' || kind === 'video' ? 'recording' : 'document'
}

async function* readFile(
  inlet: Inlet,
  found: Exclude<FoundRecord, { kind: 'survey' }>,
  format: GetFormat,
): Content {
  const [resource, key] = resourceOf(inlet, found)
  if (format === 'urls') yield json(await resource.urls(key))
  else if ('transcript' in resource && contentKind(found) === 'recording')
    yield format === 'json'
      ? json(await resource.transcript(key, { words: true }))
      : withLineBreak(await resource.transcript(key, { format: format as 'txt' }))
  else if ('text' in resource && format === 'txt') yield withLineBreak(await resource.text(key))
  else if ('pages' in resource) yield* readPages(resource, key)
}

function resourceOf(inlet: Inlet, found: Exclude<FoundRecord, { kind: 'survey' }>) {
  if (found.kind === 'file') return [inlet.files, found.record.wav_key] as const
  if (found.kind === 'insight') return [inlet.insights, found.record.insight_key] as const
  return [inlet.media, found.record.media_key] as const
}

const withLineBreak = (text: string) => (text === '' || text.endsWith('\n') ? text : `${text}\n`)
const pagesAtOnce = 100

/** A JSON array that is written while it is read. */
async function* readPages(resource: Pick<Inlet['files'], 'pages'>, key: string): Content {
  let separator = '[\n  '
  for (let from = 1; ; from += pagesAtOnce) {
    const read = await resource.pages(key, { from, limit: pagesAtOnce })
    for (const page of read.pages) {
      yield `${separator}${JSON.stringify(page)}`
      separator = ',\n  '
    }
    if (read.pages.length < pagesAtOnce) break
  }
  yield separator.startsWith('[') ? '[]\n' : '\n]\n'
}

async function* readSurvey(inlet: Inlet, key: string, format: GetFormat): Content {
  if (format === 'ndjson') {
    for await (const response of inlet.surveys.streamResponses(key)) yield `${JSON.stringify(response)}\n`
    return
  }
  const { columns } = await inlet.surveys.columns(key)
  const questions: ResultColumn[] = questionsOf(columns)
  let hasHeader = false
  for await (const response of inlet.surveys.streamResponses(key)) {
    const people = response.respondent ? ['Name', 'E-mail'] : []
    if (!hasHeader)
      yield csvRow(['Part', 'Row', 'Answered at', ...people, ...questions.map(({ header }) => header)])
    hasHeader = true
    yield csvRow(responseCells(response, questions))
  }
}
