/** Reports the outcome of an import, per file and in total. */
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import type { SkippedFile } from '../files/find-files.ts'
import { formatCount } from '../output/format.ts'
import { printable } from '../output/text.ts'
import type { ImportTask, Outcome } from './import-task.ts'

export interface Report {
  add(task: ImportTask, outcome: Outcome): void
  readonly counts: Record<Outcome['status'], number>
  /** Skipped files and a summary; failures too, unless they were already printed as they happened. */
  lines(options: { withFailures: boolean }): string[]
  exitCode(): ExitCode
}

const mostLines = 20

export function createReport(skipped: readonly SkippedFile[]): Report {
  const counts: Report['counts'] = {
    completed: 0,
    accepted: 0,
    already_there: 0,
    failed: 0,
    pending: 0,
    skipped: skipped.length,
  }
  const failures: string[] = []
  return {
    add(task, outcome) {
      counts[outcome.status] += 1
      if (outcome.status === 'failed') failures.push(outcomeLine(task, outcome))
    },
    counts,
    lines({ withFailures }) {
      const skippedLines = skipped.map(
        ({ displayPath, reason }) => `skipped    ${printable(displayPath)}: ${reason}`,
      )
      const failed = withFailures ? failures : []
      return [...shorten(failed, 'failed'), ...shorten(skippedLines, 'skipped'), sentence(counts)]
    },
    exitCode: () => (counts.failed + counts.pending > 0 ? exitCodes.incomplete : exitCodes.done),
  }
}

export function outcomeLine(task: ImportTask, outcome: Outcome): string {
  const reason = 'reason' in outcome ? `: ${outcome.reason}` : ''
  const status = outcome.status === 'already_there' ? 'there' : outcome.status
  return printable(`${status.padEnd(10)} ${task.displayPath}${reason}`)
}

/** For `--json`, with the field names of the API. */
export function outcomeItem(task: ImportTask, outcome: Outcome): Record<string, unknown> {
  const { status, ...facts } = outcome
  const key =
    'key' in facts && facts.key !== undefined
      ? { [task.as === 'file' ? 'wav_key' : 'insight_key']: facts.key }
      : {}
  const seconds = 'uploadSeconds' in facts ? { upload_seconds: facts.uploadSeconds } : {}
  const reason = 'reason' in facts ? { reason: facts.reason } : {}
  return {
    file: task.displayPath,
    kind: task.kind,
    as: task.as,
    ...(task.sourceUrl === undefined && { bytes: task.bytes }),
    ...(task.remote && { external_id: task.remote.externalId, changed: isChanged(task) }),
    status,
    ...key,
    ...reason,
    ...seconds,
  }
}

const isChanged = ({ next }: ImportTask) => next.step === 'start' && next.why === 'changed'

function shorten(lines: readonly string[], word: string): string[] {
  if (lines.length <= mostLines) return [...lines]
  return [
    ...lines.slice(0, mostLines),
    `${word.padEnd(10)} … and ${lines.length - mostLines} more; use --json for the full list`,
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
