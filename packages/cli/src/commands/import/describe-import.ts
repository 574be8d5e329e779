/** `--dry-run`: exactly what an import would send, how many calls that takes, and how long the call limit makes it. */
import type { ChosenProject } from '../../client/find-project.ts'
import type { Client } from '../../client/open-client.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'
import type { LeftOut } from '../../files/find-files.ts'
import { countCalls, secondsForCalls, usualLimit } from '../../imports/call-time.ts'
import type { Todo, Work } from '../../imports/work.ts'
import { formatBytes, formatCount, formatDuration } from '../../output/figures.ts'
import type { Output } from '../../output/output.ts'
import { tableLines } from '../../output/table.ts'
import { printable } from '../../output/text.ts'

export interface ImportPlan {
  works: readonly Work[]
  leftOut: readonly LeftOut[]
  client: Client
  project: ChosenProject
}

export async function describeImport(output: Output, plan: ImportPlan): Promise<ExitCode> {
  const { works, leftOut, client, project } = plan
  if (client.figures.limit === undefined) await client.inlet.projects.list({ limit: 1 })
  const limit = client.figures.limit ?? usualLimit
  const count = (step: Todo['step']) => works.filter(({ todo }) => todo.step === step).length
  const calls = countCalls({ start: count('start'), complete: count('complete'), follow: count('follow') })
  const seconds = secondsForCalls(calls, limit)
  const sent = works.filter(({ todo }) => todo.step === 'start')
  const bytes = sent.reduce((sum, work) => sum + work.bytes, 0)
  const rows = works.map((work) => ({
    action: actionOf(work.todo),
    as: work.as,
    kind: work.kind,
    size: formatBytes(work.bytes),
    file: work.shown,
  }))
  output.document(
    {
      project_id: project.id,
      files: works.map(({ shown, kind, as, bytes: size, todo }) => ({
        file: shown,
        kind,
        as,
        bytes: size,
        action: actionOf(todo),
      })),
      skipped: leftOut.map(({ shown, reason }) => ({ file: shown, reason })),
      bytes,
      calls,
      calls_per_minute: limit,
      least_seconds: seconds,
    },
    [
      ...(rows.length > 0 ? tableLines(rows, (cell) => printable(String(cell as string))) : []),
      ...leftOut.map(({ shown, reason }) => `skipped  ${printable(shown)}: ${reason}`),
      `${formatCount(sent.length, 'file')} (${formatBytes(bytes)}) would be sent to ${project.label}: ${kindsOf(sent)}.`,
      `${formatCount(calls, 'call')} at ${limit} a minute: at least ${formatDuration(seconds)}, and the time of the uploads.`,
    ],
  )
  output.say('Nothing was sent.')
  return exitCodes.done
}

function actionOf(todo: Todo): string {
  switch (todo.step) {
    case 'start':
      return todo.why === 'changed' ? 'send (changed)' : 'send'
    case 'complete':
      return 'complete'
    case 'follow':
      return 'wait'
    case 'nothing':
      return todo.entry.state === 'failed' ? 'none (failed before)' : 'none (there)'
  }
}

function kindsOf(works: readonly Work[]): string {
  const byKind = new Map<string, number>()
  for (const { kind } of works) byKind.set(kind, (byKind.get(kind) ?? 0) + 1)
  return byKind.size === 0 ? 'nothing' : [...byKind].map(([kind, n]) => `${n} ${kind}`).join(', ')
}
