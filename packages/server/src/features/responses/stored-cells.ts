/**
 * Rebuilds the rows of a part from the stored responses. Parts whose file was removed because it contained an erased
 * person are read again from these rows.
 */
import type { Db } from '../../platform/db/database.ts'
import { findLabels, type SurveyColumn } from './columns.repo.ts'
import { type Response, readResponses } from './list-responses.ts'
import { listMediaCellsOf } from './media-cells.repo.ts'
import { numberOf, positionOf, responseId, scoreOf } from './response-id.ts'

export interface StoredPart {
  surveyId: number
  partNumber: number
  rowCount: number
  columns: readonly SurveyColumn[]
}

const rowsAtOnce = 1_000

/** One cell per column, in order. */
export async function* readStoredCells(db: Db, part: StoredPart): AsyncGenerator<string[]> {
  const { surveyId, partNumber, rowCount, columns } = part
  for (let start = 0; start < rowCount; start += rowsAtOnce) {
    const length = Math.min(rowsAtOnce, rowCount - start)
    const ids = Array.from({ length }, (_, i) => responseId(partNumber, start + i))
    const responses = new Map(
      (await readResponses(db, { surveyId, columns }, ids, { isWhole: true })).map((one) => [one.id, one]),
    )
    const labels = await findLabels(db, surveyId, chosenOptions([...responses.values()]))
    const cells = await listMediaCellsOf(
      db,
      surveyId,
      columns.map(({ position }) => position),
      ids,
    )
    const fileNames = new Map(cells.map(({ position, responseId: id, text }) => [`${position} ${id}`, text]))
    for (const id of ids) {
      const response = responses.get(id)
      yield columns.map((column) => {
        const fileName = fileNames.get(`${column.position} ${id}`)
        return fileName ?? (response ? cellOf(column, columns, response, labels) : '')
      })
    }
  }
}

function chosenOptions(responses: readonly Response[]): number[] {
  return responses.flatMap(({ optionIds, ranks }) => [...optionIds, ...ranks.map((rank) => rank.optionId)])
}

function cellOf(
  column: SurveyColumn,
  columns: readonly SurveyColumn[],
  response: Response,
  labels: ReadonlyMap<number, string>,
): string {
  const { position, type } = column
  const chosen = response.optionIds.filter((id) => positionOf(id) === position)
  const words = (ids: readonly number[]) => ids.map((id) => labels.get(id) ?? '')
  switch (type) {
    case 'Single choice':
    case 'Multi choice':
      return joinChoices(words(chosen), column)
    case 'NPS':
      return chosen.map((id) => String(scoreOf(numberOf(id)))).join('')
    case 'Ranking':
      return rankingCell(column, response, words)
    case 'Open-ended':
      return response.notes.find((note) => note.position === position)?.text ?? ''
    case 'Name':
      return isLeading(column, columns) ? (response.respondent.name ?? '') : ''
    case 'Email':
      return isLeading(column, columns) ? (response.respondent.email ?? '') : ''
    case 'Timestamp':
      return isLeading(column, columns)
        ? (response.answeredAt?.toISOString() ?? response.answeredText ?? '')
        : ''
    default:
      return ''
  }
}

/** Several columns of these types form one name, address or time, which is written to the first of them. */
function isLeading(column: SurveyColumn, columns: readonly SurveyColumn[]): boolean {
  const alike = columns.filter(({ type }) => type === column.type)
  const leading =
    column.type === 'Timestamp' ? alike.toSorted((a, b) => b.confidence - a.confidence)[0] : alike[0]
  return leading?.position === column.position
}

function rankingCell(
  column: SurveyColumn,
  { ranks }: Response,
  words: (ids: readonly number[]) => string[],
): string {
  const placed = ranks
    .filter(({ optionId: id }) => positionOf(id) === column.position)
    .toSorted((a, b) => a.place - b.place)
  const items = words(placed.map(({ optionId: id }) => id))
  const [only] = placed
  // A column that holds the rank of a single item is named after that item.
  if (only && placed.length === 1 && items[0] === column.name) return String(only.place)
  return joinChoices(items, column)
}

/** The space keeps digits around a comma from being read as one number. */
function joinChoices(words: readonly string[], { separator }: SurveyColumn): string {
  return words.join(separator === '\n' ? '\n' : `${separator ?? ';'} `)
}
