/** Types every column by the mapping, else by the classifier if it is confident, else by content. */
import type { HeaderRows } from '../header/header-rows.ts'
import { headerName } from '../header/repair-header.ts'
import { type DateOrder, dateOrderOf } from '../values/date-order.ts'
import { type Separator, separators } from '../values/separator.ts'
import { type ChoiceStructure, findChoiceStructure } from './choice-structure.ts'
import { classify, decisiveConfidence } from './classify.ts'
import { type ColumnProfile, profileColumns } from './column-profile.ts'
import type { ColumnType, DecidedBy, Suggestion, TypedColumn } from './column-types.ts'
import { headerText } from './header-text.ts'
import { type HeaderTopic, topicsOf } from './header-topics.ts'
import { guessByContent } from './heuristics.ts'

export type TypeColumnsInput = {
  /** As returned by `repairHeader`. */
  readonly names: readonly string[]
  /** A sample of the responses, without header rows; see `createRowSampler`. */
  readonly rows: readonly (readonly string[])[]
  readonly header?: HeaderRows
  readonly mapping?: Readonly<Record<string, ColumnType>>
  readonly autoMap: boolean
}

const maxOptions = 100
/** Bounds the time for wide tables: typing 2,000 rows of 2,000 columns would take half a minute. */
const maxCells = 400_000

export function typeColumns(input: TypeColumnsInput): TypedColumn[] {
  const profiles = profileColumns(thinOut(input.rows, input.names.length), input.names, input.header)
  const mapping = mappingByName(input.mapping ?? {})
  return profiles.map((profile, index) => {
    const name = input.names[index] ?? ''
    const structure = findChoiceStructure(profile.values)
    const suggestion = mapped(name, mapping) ?? resolve(profile, structure, input.autoMap)
    return describe(name, suggestion, profile, structure)
  })
}

/** Headers in most languages mean that `3/4/2025` is in April; English ones do not tell. */
export function impliedDateOrder(name: string, question: string): DateOrder {
  return orderImpliedBy(topicsOf(headerText(name, question)))
}

function orderImpliedBy(topics: ReadonlySet<HeaderTopic>): DateOrder {
  return topics.has('dayFirst') ? 'day-first' : 'undecided'
}

function thinOut(rows: TypeColumnsInput['rows'], columns: number): TypeColumnsInput['rows'] {
  const step = Math.ceil((rows.length * columns) / maxCells)
  return step <= 1 ? rows : rows.filter((_, index) => index % step === 0)
}

function resolve(profile: ColumnProfile, structure: ChoiceStructure | undefined, autoMap: boolean): Decision {
  if (!autoMap) {
    const reason = 'The mapping does not name this column.'
    return { type: 'Do nothing', confidence: 1, reason, decidedBy: 'default' }
  }
  const classified = classify(profile, structure)
  if (classified && classified.confidence >= decisiveConfidence)
    return { ...classified, decidedBy: 'classifier' }
  const guessed = guessByContent(profile, structure)
  return { ...guessed, decidedBy: guessed.type === 'Do nothing' ? 'default' : 'heuristic' }
}

type Decision = Suggestion & { readonly decidedBy: DecidedBy }

type Mapping = ReadonlyMap<string, ColumnType>

/** Column names are repaired, but the keys of the mapping may be spelled as in the file, so both spellings match. */
function mappingByName(mapping: Readonly<Record<string, ColumnType>>): Mapping {
  const repaired = Object.entries(mapping).map(([key, type]) => [headerName(key), type] as const)
  return new Map([...repaired, ...Object.entries(mapping)])
}

function mapped(name: string, mapping: Mapping): Decision | undefined {
  const type = mapping.get(name)
  return type && { type, confidence: 1, reason: 'Set by the column mapping.', decidedBy: 'mapping' }
}

function describe(
  name: string,
  suggestion: Decision,
  profile: ColumnProfile,
  structure: ChoiceStructure | undefined,
): TypedColumn {
  const column = { name, ...suggestion }
  switch (suggestion.type) {
    case 'Timestamp':
      return { ...column, dateOrder: dateOrderOf(profile.values, orderImpliedBy(profile.topics)) }
    case 'Single choice':
      return { ...column, options: commonest(spellings(profile.values)) }
    case 'Multi choice':
    case 'Ranking': {
      const separator = structure?.separator ?? likelySeparator(profile.values)
      const options = commonest(structure?.options ?? spellings(profile.values))
      return separator === undefined ? { ...column, options } : { ...column, options, separator }
    }
    default:
      return column
  }
}

/** For a mapped column without a detected structure: the first separator that at least half of the cells contain. */
function likelySeparator(values: readonly string[]): Separator | undefined {
  return separators.find((separator) => {
    const containing = values.filter((value) => value.includes(separator)).length
    return containing > 0 && containing * 2 >= values.length
  })
}

function spellings(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

function commonest(counts: ReadonlyMap<string, number>): string[] {
  const sorted = [...counts].sort(([, first], [, second]) => second - first)
  return sorted.slice(0, maxOptions).map(([option]) => option)
}
