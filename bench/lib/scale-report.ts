/** The figures of a size, and how the largest compares with the smallest. */
import type { CallKind, ScaleCall } from './scale-calls.ts'
import type { World } from './scale-world.ts'
import { quantile } from './timed-calls.ts'

export interface SizeResult {
  world: World
  databaseBytes: number
  calls: { call: ScaleCall; alone: number[]; together: number[] }[]
  /** Milliseconds by name. */
  upkeep: Map<string, number>
}

const ms = (value: number) => value.toFixed(1).padStart(8)

export function printSize({ world, databaseBytes, calls, upkeep }: SizeResult, filledIn: number): void {
  const { records, responses, projects, smallTeams } = world
  console.log(
    `\nsize files_and_insights=${records} responses=${responses} projects_of_large_team=${projects + 2} teams=${smallTeams + 1} database_gb=${(databaseBytes / 1e9).toFixed(2)} fill_s=${filledIn.toFixed(0)}`,
  )
  console.log(`${'call'.padEnd(58)}${'n'.padStart(5)}     p50     p99   p50x8   p99x8`)
  for (const { call, alone, together } of calls) {
    const figures = [
      quantile(alone, 0.5),
      quantile(alone, 0.99),
      quantile(together, 0.5),
      quantile(together, 0.99),
    ]
    console.log(`${label(call).padEnd(58)}${String(alone.length).padStart(5)}${figures.map(ms).join('')}`)
  }
  for (const [name, taken] of upkeep) console.log(`upkeep ${name.padEnd(51)}     ${ms(taken)}`)
}

const label = ({ kind, as, name }: ScaleCall) => `${kind.padEnd(9)}${as.padEnd(17)}${name}`

export function printSummary(results: readonly SizeResult[]): void {
  const [first] = results
  const last = results.at(-1)
  if (!first || !last) return
  console.log(
    `\n${'call'.padEnd(58)}    p50 ratio   p99 ratio  (${last.world.records} to ${first.world.records})`,
  )
  for (const [i, { call, alone }] of last.calls.entries()) {
    const before = first.calls[i]?.alone ?? []
    const ratios = [0.5, 0.99].map((q) => quantile(alone, q) / quantile(before, q))
    console.log(`${label(call).padEnd(58)}${ratios.map((ratio) => ratio.toFixed(2).padStart(12)).join('')}`)
  }
  for (const kind of ['list', 'status'] as const) console.log(judge(kind, first, last))
  const pooled = (result: SizeResult, kind: CallKind) =>
    quantile(
      result.calls.filter(({ call }) => call.kind === kind).flatMap(({ alone }) => alone),
      0.99,
    )
  const median = (result: SizeResult, kind: CallKind) =>
    quantile(
      result.calls.filter(({ call }) => call.kind === kind).flatMap(({ alone }) => alone),
      0.5,
    )
  const ratio = (kind: CallKind) => (pooled(last, kind) / pooled(first, kind)).toFixed(2)
  const p50 = (kind: CallKind) => (median(last, kind) / median(first, kind)).toFixed(2)
  const kinds: CallKind[] = ['far', 'chart', 'search', 'operator']
  console.log(kinds.map((kind) => `${kind}_p99_ratio=${ratio(kind)}`).join(' '))
  console.log(
    `scale list_p99_ratio=${ratio('list')} status_p99_ratio=${ratio('status')} list_p50_ratio=${p50('list')} status_p50_ratio=${p50('status')}`,
  )
}

/** How many calls of a kind keep to twice, and which is furthest from it. */
function judge(kind: CallKind, first: SizeResult, last: SizeResult): string {
  const ratios = last.calls
    .map(({ call, alone }, i) => ({
      call,
      ratio: quantile(alone, 0.99) / quantile(first.calls[i]?.alone ?? [], 0.99),
    }))
    .filter(({ call }) => call.kind === kind)
    .toSorted((a, b) => a.ratio - b.ratio)
  const within = ratios.filter(({ ratio }) => ratio <= 2).length
  const middle = ratios[Math.floor(ratios.length / 2)]
  const highest = ratios.at(-1)
  if (!middle || !highest) return `${kind}: no calls`
  return `${kind} p99_within_2x=${within}/${ratios.length} median=${middle.ratio.toFixed(2)} highest=${highest.ratio.toFixed(2)} (${highest.call.as} ${highest.call.name})`
}
