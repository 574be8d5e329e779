/** The CSV parts that a sequence uploads, and what they mean to the model. */

export interface Row {
  email: string
  clip: string
}

export interface Csv {
  header: string[]
  rows: Row[]
  /** Why it cannot be read at all. */
  problem: 'empty' | 'width' | 'quote' | null
  /** Blank lines and rows of empty cells, which are not responses. */
  hasBlankRows: boolean
}

export const header = ['Email', 'Mood', 'Score', 'Clip']
/** The respondent whom a media file may be named after. */
export const sharedEmail = 'ann@example.org'

type Shape = Pick<Csv, 'header' | 'problem' | 'hasBlankRows'>

const good: Shape = { header, problem: null, hasBlankRows: false }
/** Most contents are valid, so that sequences get beyond their first import. */
const shapes: [number, Shape][] = [
  [12, good],
  [2, { ...good, hasBlankRows: true }],
  [2, { ...good, header: ['Colour', 'Size'] }],
  [2, { ...good, header: ['Email', 'Mood', 'Clip'] }],
  [1, { ...good, header: ['Score', 'Clip', 'Email', 'Mood'] }],
  [1, { ...good, header: [...header, 'Extra'] }],
  [1, { ...good, problem: 'empty' }],
  [2, { ...good, problem: 'width' }],
  [1, { ...good, problem: 'quote' }],
]

/** Chooses an item by weight; `pick` is any natural number. */
export function choose<T>(items: readonly [number, T][], pick: number): T {
  const total = items.reduce((sum, [weight]) => sum + weight, 0)
  let at = pick % total
  for (const [weight, item] of items) {
    if (at < weight) return item
    at -= weight
  }
  throw new Error('Nothing to choose from.')
}

export function makeContent(
  id: string,
  { pick, rowPick, clips }: { pick: number; rowPick: number; clips: readonly string[] },
): Csv {
  const shape = choose(shapes, pick)
  const count = rowPick % 4
  const rows = Array.from({ length: count }, (_, i) => ({
    email: i === 0 && rowPick % 3 === 0 ? sharedEmail : `${id}-${i}@example.org`,
    clip: i === 0 ? (clips[rowPick % (clips.length + 1)] ?? '') : '',
  }))
  return { ...shape, rows: shape.problem === 'empty' ? [] : rows }
}

export function csvText({ header: names, rows, problem, hasBlankRows }: Csv): string {
  if (problem === 'empty') return ''
  const cells = (row: Row, i: number) =>
    names.map((name) =>
      name === 'Email' ? row.email : name === 'Clip' ? row.clip : name === 'Score' ? i % 11 : 'fine',
    )
  const lines = [names.join(','), ...rows.map((row, i) => cells(row, i).join(','))]
  if (hasBlankRows) lines.push('', ','.repeat(names.length - 1), '')
  if (problem === 'width') lines.push(`${cells({ email: 'x@example.org', clip: '' }, 0).join(',')},beyond`)
  if (problem === 'quote') lines.push('"never closed')
  return lines.join('\r\n')
}
