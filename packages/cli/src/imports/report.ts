/** How an import ended, file by file and in sum. */
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import type { LeftOut } from '../files/find-files.ts'
import { formatCount } from '../output/figures.ts'
import { printable } from '../output/text.ts'
import type { Outcome, Work } from './work.ts'

export interface Report {
  add(work: Work, outcome: Outcome): void
  readonly counts: Record<Outcome['status'], number>
  /** What a person should look at: failures, and what was left out. */
  lines(): string[]
  exitCode(): ExitCode
}

const mostLines = 20

export function createReport(leftOut: readonly LeftOut[]): Report {
  const counts: Report['counts'] = {
    completed: 0,
    accepted: 0,
    already_there: 0,
    failed: 0,
    pending: 0,
    skipped: leftOut.length,
  }
  const failures: string[] = []
  return {
    add(work, outcome) {
      counts[outcome.status] += 1
      if (outcome.status === 'failed') failures.push(outcomeLine(work, outcome))
    },
    counts,
    lines() {
      const skipped = leftOut.map(({ shown, reason }) => `skipped    ${printable(shown)}: ${reason}`)
      return [...shorten(failures, 'failed'), ...shorten(skipped, 'skipped'), sentence(counts)]
    },
    exitCode: () => (counts.failed + counts.pending > 0 ? exitCodes.incomplete : exitCodes.done),
  }
}

export function outcomeLine(work: Work, outcome: Outcome): string {
  const reason = 'reason' in outcome ? `: ${outcome.reason}` : ''
  const status = outcome.status === 'already_there' ? 'there' : outcome.status
  return printable(`${status.padEnd(10)} ${work.shown}${reason}`)
}

/** For programs: the words of the API. */
export function outcomeItem(work: Work, outcome: Outcome): Record<string, unknown> {
  const { status, ...facts } = outcome
  const key =
    'key' in facts && facts.key !== undefined
      ? { [work.as === 'file' ? 'wav_key' : 'insight_key']: facts.key }
      : {}
  const seconds = 'uploadSeconds' in facts ? { upload_seconds: facts.uploadSeconds } : {}
  const reason = 'reason' in facts ? { reason: facts.reason } : {}
  return {
    file: work.shown,
    kind: work.kind,
    as: work.as,
    bytes: work.bytes,
    status,
    ...key,
    ...reason,
    ...seconds,
  }
}

function shorten(lines: readonly string[], word: string): string[] {
  if (lines.length <= mostLines) return [...lines]
  return [
    ...lines.slice(0, mostLines),
    `${word.padEnd(10)} … and ${lines.length - mostLines} more; --json lists all`,
  ]
}

function sentence(counts: Report['counts']): string {
  const said = [
    counts.completed > 0 && `${formatCount(counts.completed, 'file')} completed`,
    counts.accepted > 0 && `${formatCount(counts.accepted, 'file')} accepted`,
    `${counts.failed} failed`,
    counts.pending > 0 && `${counts.pending} pending`,
    `${counts.already_there} already there`,
    `${counts.skipped} skipped`,
  ].filter((part) => part !== false)
  return `${said.join(', ')}.`
}
