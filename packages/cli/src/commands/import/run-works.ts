/** Runs an import of known files, shows how far it is and tells how each one ended. */

import { createBoard } from '../../imports/board.ts'
import type { ImportRun, RunListener, RunOptions } from '../../imports/import-run.ts'
import { createImportRun } from '../../imports/import-run.ts'
import { outcomeItem, outcomeLine, type Report } from '../../imports/report.ts'
import type { Outcome, Work } from '../../imports/work.ts'
import type { Output } from '../../output/output.ts'
import type { ProgressView } from '../../output/progress.ts'

export async function runWorks(
  output: Output,
  report: Report,
  works: readonly Work[],
  options: RunOptions,
): Promise<void> {
  const view = output.progress()
  const todo = works.filter((work) => work.todo.step !== 'nothing')
  const tell = (work: Work, outcome: Outcome) => {
    report.add(work, outcome)
    tellEnd(output, view, work, outcome)
  }
  for (const work of works) if (work.todo.step === 'nothing') tell(work, earlierOutcome(work))
  const run: ImportRun = createImportRun(options, shownOn(view, todo, options.limit, tell))
  for (const work of todo) run.add(work)
  try {
    await run.finish()
  } finally {
    view.close()
  }
}

function shownOn(
  view: ProgressView,
  works: readonly Work[],
  limit: () => number,
  onEnd: RunListener['onEnd'],
): RunListener {
  const board = createBoard(works, limit)
  return {
    onStart(work) {
      board.start(work)
      view.update(board.state)
    },
    onProgress(work, progress) {
      board.progress(work, progress)
      view.update(board.state)
    },
    onAccepted(work) {
      board.accepted(work)
      view.update(board.state)
    },
    onEnd(work, outcome) {
      board.end(work)
      onEnd(work, outcome)
      view.update(board.state)
    },
  }
}

/** On a terminal the bars show what goes well. */
function tellEnd(output: Output, view: ProgressView, work: Work, outcome: Outcome): void {
  const line = outcomeLine(work, outcome)
  if (output.isJson) output.item(outcomeItem(work, outcome), line)
  else if (outcome.status === 'failed' && output.isTerminal) view.print(output.colors.red(line))
  else if (outcome.status !== 'pending' && !output.isTerminal) output.say(line)
}

/** Of a file with which nothing is left to do. */
function earlierOutcome({ todo }: Work): Outcome {
  const { key = '', state, reason = '' } = 'entry' in todo ? todo.entry : { state: 'completed' }
  return state === 'failed' ? { status: 'failed', key, reason } : { status: 'already_there', key }
}
