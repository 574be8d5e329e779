/** `--dry-run`: what an import would send, how many calls it needs, and the minimum time at the call limit. */
import type { Inlet } from '@inlet/sdk'
import type { ChosenProject } from '../../client/find-project.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'
import type { SkippedFile } from '../../files/find-files.ts'
import { callsPerMinute, countCalls, secondsForCalls } from '../../imports/call-time.ts'
import type { ImportTask, NextStep } from '../../imports/import-task.ts'
import { formatBytes, formatCount, formatDuration } from '../../output/format.ts'
import type { Output } from '../../output/output.ts'
import { tableLines } from '../../output/table.ts'
import { printable } from '../../output/text.ts'

export interface ImportPlan {
  tasks: readonly ImportTask[]
  skipped: readonly SkippedFile[]
  inlet: Inlet
  project: ChosenProject
}

export async function describeImport(output: Output, plan: ImportPlan): Promise<ExitCode> {
  const { tasks, skipped, inlet, project } = plan
  if (inlet.callUsage.callsPerMinute === undefined) await inlet.projects.list({ limit: 1 })
  const limit = callsPerMinute(inlet)
  const calls = countCalls(tasks)
  const seconds = secondsForCalls(calls, limit)
  const sent = tasks.filter(({ next }) => next.step === 'start' || next.step === 'resume')
  const bytes = sent.reduce((sum, task) => sum + task.bytes, 0)
  const rows = tasks.map((task) => ({
    action: actionOf(task.next),
    as: task.as,
    kind: task.kind,
    size: task.sourceUrl === undefined ? formatBytes(task.bytes) : 'link',
    file: task.transcript ? `${task.displayPath} (with ${task.transcript.name})` : task.displayPath,
  }))
  output.document(
    {
      project_id: project.id,
      files: tasks.map(({ displayPath, kind, as, bytes: size, next, transcript }) => ({
        file: displayPath,
        kind,
        as,
        bytes: size,
        action: actionOf(next),
        ...(transcript && { transcript: transcript.displayPath }),
      })),
      skipped: skipped.map(({ displayPath, reason }) => ({ file: displayPath, reason })),
      bytes,
      calls,
      calls_per_minute: limit,
      least_seconds: seconds,
    },
    [
      ...(rows.length > 0 ? tableLines(rows, (cell) => printable(String(cell as string))) : []),
      ...skipped.map(({ displayPath, reason }) => `skipped  ${printable(displayPath)}: ${reason}`),
      `${formatCount(sent.length, 'file')} (${formatBytes(bytes)}) would be sent to ${project.label}: ${kindsOf(sent)}.`,
      `${formatCount(calls, 'call')} at ${limit} a minute: at least ${formatDuration(seconds)}, plus the upload time.`,
    ],
  )
  output.say('Nothing was sent.')
  return exitCodes.done
}

function actionOf(next: NextStep): string {
  switch (next.step) {
    case 'start':
      return next.why === 'changed' ? 'send (changed)' : 'send'
    case 'resume':
      return 'resume'
    case 'complete':
      return 'complete'
    case 'follow':
      return 'wait'
    case 'nothing':
      return next.entry.state === 'failed' ? 'none (failed before)' : 'none (already imported)'
  }
}

function kindsOf(tasks: readonly ImportTask[]): string {
  const byKind = new Map<string, number>()
  for (const { kind } of tasks) byKind.set(kind, (byKind.get(kind) ?? 0) + 1)
  return byKind.size === 0 ? 'nothing' : [...byKind].map(([kind, n]) => `${n} ${kind}`).join(', ')
}
