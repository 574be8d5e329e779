/** Runs the import tasks, shows their progress and reports each outcome. */

import type { Inlet } from '@inlet/sdk'
import { callsPerMinute } from '../../imports/call-time.ts'
import { type CallPace, createProgress } from '../../imports/import-progress.ts'
import type { ImportRun, RunListener, RunOptions } from '../../imports/import-run.ts'
import { createImportRun } from '../../imports/import-run.ts'
import type { ImportTask, Outcome } from '../../imports/import-task.ts'
import { outcomeItem, outcomeLine, type Report } from '../../imports/report.ts'
import type { Output } from '../../output/output.ts'
import type { ProgressView } from '../../output/progress.ts'

export async function runTasks(
  output: Output,
  report: Report,
  tasks: readonly ImportTask[],
  options: RunOptions,
): Promise<void> {
  const view = output.progress()
  const pending = tasks.filter((task) => task.next.step !== 'nothing')
  const tell = (task: ImportTask, outcome: Outcome) => {
    report.add(task, outcome)
    tellEnd(output, view, task, outcome)
  }
  for (const task of tasks) if (task.next.step === 'nothing') tell(task, earlierOutcome(task))
  const run: ImportRun = createImportRun(
    options,
    showProgressOn(view, pending, () => paceOf(options.inlet), tell),
  )
  for (const task of pending) run.add(task)
  try {
    await run.finish()
  } finally {
    view.close()
  }
}

function paceOf(inlet: Inlet): CallPace {
  return { perMinute: callsPerMinute(inlet), resumesInMs: inlet.callUsage.resumesInMs }
}

function showProgressOn(
  view: ProgressView,
  tasks: readonly ImportTask[],
  pace: () => CallPace,
  onEnd: RunListener['onEnd'],
): RunListener {
  const board = createProgress(tasks, pace)
  return {
    onStart(task) {
      board.start(task)
      view.update(board.state)
    },
    onProgress(task, progress) {
      board.progress(task, progress)
      view.update(board.state)
    },
    onAccepted(task) {
      board.accepted(task)
      view.update(board.state)
    },
    onEnd(task, outcome) {
      board.end(task)
      onEnd(task, outcome)
      view.update(board.state)
    },
  }
}

/** On a terminal the progress bars already show successes, so only failures are printed. */
function tellEnd(output: Output, view: ProgressView, task: ImportTask, outcome: Outcome): void {
  const line = outcomeLine(task, outcome)
  if (output.isJson) output.item(outcomeItem(task, outcome), line)
  else if (outcome.status === 'failed' && output.isTerminal) view.print(output.colors.red(line))
  else if (outcome.status !== 'pending' && !output.isTerminal) output.say(line)
}

/** The outcome of a file that an earlier run finished. */
function earlierOutcome({ next }: ImportTask): Outcome {
  const { key = '', state, reason = '' } = 'entry' in next ? next.entry : { state: 'completed' }
  return state === 'failed' ? { status: 'failed', key, reason } : { status: 'already_there', key }
}
