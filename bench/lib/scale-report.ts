/** The results of one size, and how the largest size compares with the smallest. */
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
  const ratios = last.calls.map(({ call, alone }, i) => {
    const ratio = (q: number) => quantile(alone, q) / quantile(first.calls[i]?.alone ?? [], q)
    return { call, p50: ratio(0.5), p99: ratio(0.99) }
  })
  for (const { call, p50, p99 } of ratios)
    console.log(
      `${label(call).padEnd(58)}${[p50, p99].map((ratio) => ratio.toFixed(2).padStart(12)).join('')}`,
    )
  for (const kind of ['list', 'status'] as const)
    console.log(
      judge(
        kind,
        ratios.filter(({ call }) => call.kind === kind),
      ),
    )
  /** Over all calls of a kind, pooled. */
  const pooled = (kind: CallKind, q: number) => {
    const of = ({ calls }: SizeResult) =>
      quantile(
        calls.filter(({ call }) => call.kind === kind).flatMap(({ alone }) => alone),
        q,
      )
    return (of(last) / of(first)).toFixed(2)
  }
  const kinds: CallKind[] = ['far', 'chart', 'search', 'operator']
  console.log(kinds.map((kind) => `${kind}_p99_ratio=${pooled(kind, 0.99)}`).join(' '))
  console.log(
    `scale list_p99_ratio=${pooled('list', 0.99)} status_p99_ratio=${pooled('status', 0.99)} list_p50_ratio=${pooled('list', 0.5)} status_p50_ratio=${pooled('status', 0.5)}`,
  )
}

/** How many calls of a kind stay within twice the time, and which one is slowest. */
function judge(kind: CallKind, ratios: readonly { call: ScaleCall; p99: number }[]): string {
  const ordered = ratios.toSorted((a, b) => a.p99 - b.p99)
  const within = ordered.filter(({ p99 }) => p99 <= 2).length
  const middle = ordered[Math.floor(ordered.length / 2)]
  const highest = ordered.at(-1)
  if (!middle || !highest) return `${kind}: no calls`
  return `${kind} p99_within_2x=${within}/${ordered.length} median=${middle.p99.toFixed(2)} highest=${highest.p99.toFixed(2)} (${highest.call.as} ${highest.call.name})`
}
