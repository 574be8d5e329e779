/** Random sequences of survey imports, appends, failures, retries and kills, and the expected result. */
import type { SurveyUpload } from '@inlet/sdk'

/** A file of the sequence. The first one is imported, the others are appended. */
export interface RerunFile {
  index: number
  /** A question is missing, so the service rejects it until it is replaced by a corrected file. */
  isBad: boolean
  rowCount: number
}

/** Stops the client at a call: before it is sent, before its response is received, or a moment later. */
export interface Kill {
  call: number
  phase: 'before' | 'after' | 'later'
  delayMs: number
}

export interface Operation {
  kind: 'import' | 'append' | 'rerun' | 'retryPart' | 'retryBare' | 'wrongFile' | 'mismatch'
  isBad: boolean
  /** Selects the machine, and one of the files so far. */
  pick: number
  kill: Kill | undefined
}

export interface Sequence {
  seed: number
  mode: 'sdk' | 'cli'
  importRows: number
  operations: Operation[]
}

export interface Outcome {
  isKilled: boolean
  isDone: boolean
  /** The error code after a failure. */
  code?: string | undefined
  text: string
}

export function makeRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

const kinds: Array<[Operation['kind'], number]> = [
  ['append', 0.3],
  ['rerun', 0.22],
  ['import', 0.2],
  ['retryPart', 0.12],
  ['retryBare', 0.06],
  ['wrongFile', 0.05],
  ['mismatch', 0.05],
]
const killShare = 0.4

export function makeSequence(seed: number, mode: Sequence['mode']): Sequence {
  const random = makeRandom(seed)
  const pickKind = (): Operation['kind'] => {
    const at = random()
    let end = 0
    for (const [kind, share] of kinds) {
      end += share
      if (at < end) return kind
    }
    return 'import'
  }
  const operation = (kind: Operation['kind']): Operation => ({
    kind,
    isBad: random() < 0.35,
    pick: random(),
    kill:
      random() < killShare
        ? {
            call: 1 + Math.floor(random() * 8),
            phase: (['before', 'after', 'later'] as const)[Math.floor(random() * 3)] ?? 'after',
            delayMs: random() * 60,
          }
        : undefined,
  })
  const count = 3 + Math.floor(random() * 5)
  return {
    seed,
    mode,
    // Some are long enough for two parts.
    importRows: random() < 0.03 ? 20_001 : 1,
    operations: [operation('import'), ...Array.from({ length: count }, () => operation(pickKind()))],
  }
}

const maxRowsPerPart = 20_000

/** The expected content of the survey. Each appended file has a different number of rows, which identifies it. */
export class RerunModel {
  readonly #begun = new Map<number, RerunFile>()
  readonly #saved = new Set<number>()
  readonly importFile: RerunFile
  #nextIndex = 1

  constructor({ importRows }: Sequence) {
    this.importFile = { index: 0, isBad: false, rowCount: importRows }
  }

  get begun(): RerunFile[] {
    return [...this.#begun.values()]
  }

  get importPartCount(): number {
    return Math.ceil(this.importFile.rowCount / maxRowsPerPart)
  }

  newFile(isBad: boolean): RerunFile {
    const index = this.#nextIndex++
    return { index, isBad, rowCount: index + 1 }
  }

  /** From now on the survey may contain its rows, and in the end it must. */
  begin(file: RerunFile): void {
    this.#begun.set(file.index, file)
  }

  isSaved({ index }: RerunFile): boolean {
    return this.#saved.has(index)
  }

  get missing(): RerunFile[] {
    return this.begun.filter((file) => !this.isSaved(file))
  }

  /** What is wrong with an idle survey; undefined if nothing is. */
  check({ parts, processing, status }: SurveyUpload): string | undefined {
    const processed = parts.filter((part) => part.status === 'PROCESSED')
    const total = processed.reduce((sum, part) => sum + (part.row_count ?? 0), 0)
    if (total !== processing.total_responses)
      return `${processing.total_responses} responses, ${total} in parts`
    const now = new Set<number>()
    for (const { part_number, row_count } of processed) {
      if (part_number <= this.importPartCount) {
        const rows = Math.min(this.importFile.rowCount - (part_number - 1) * maxRowsPerPart, maxRowsPerPart)
        if (row_count !== rows) return `part ${part_number} of the import has ${row_count} rows, not ${rows}`
        continue
      }
      const index = (row_count ?? 0) - 1
      if (index === 0) return `part ${part_number} was appended but contains the imported file`
      if (!this.#begun.has(index)) return `part ${part_number} has ${row_count} rows, which no operation sent`
      if (now.has(index)) return `file ${index} was imported twice, the second time as part ${part_number}`
      now.add(index)
    }
    const isImported = parts.filter(
      (part) => part.part_number <= this.importPartCount && part.status === 'PROCESSED',
    ).length
    if (isImported === this.importPartCount) now.add(0)
    for (const index of this.#saved) if (!now.has(index)) return `file ${index} was saved but is missing now`
    for (const index of now) this.#saved.add(index)
    if (status === 'COMPLETED' && !this.#saved.has(0)) return 'it is COMPLETED without the import'
    return undefined
  }

  /** Every row of the finished survey exactly once. */
  get expectedRows(): string[] {
    return this.begun.flatMap(rowsOf).sort()
  }
}

export function rowsOf({ index, rowCount }: RerunFile): string[] {
  return Array.from({ length: rowCount }, (_, i) => `row ${i} of file ${index}`)
}

export const columnMapping = { Score: 'NPS', 'Why?': 'Open-ended' } as const

export function csvOf(file: RerunFile, isCorrected = false): string {
  const rows = rowsOf(file)
  if (file.isBad && !isCorrected) return `Score\n${rows.map((_, i) => `${i % 11}\n`).join('')}`
  return `Score,Why?\n${rows.map((row, i) => `${i % 11},${row}\n`).join('')}`
}

export function describeSequence({ seed, mode, importRows, operations }: Sequence): string {
  const lines = operations.map(
    ({ kind, isBad, pick, kill }) =>
      `  ${kind}${kind === 'append' && isBad ? ' (bad)' : ''} pick=${pick.toFixed(2)}${kill ? ` killed ${kill.phase} call ${kill.call}` : ''}`,
  )
  return [`sequence seed=${seed} mode=${mode} importRows=${importRows}`, ...lines].join('\n')
}
