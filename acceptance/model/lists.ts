/** Compares the lists of the service with the model: which records they contain, with what, and how many. */
import { type Answer, listOf } from './answer.ts'
import { prefix } from './client.ts'
import type { Operation } from './possible.ts'
import type { AnyRecord, SequenceRun } from './sequence-run.ts'
import type { ListName } from './session.ts'
import { type FileState, type InsightState, type ProjectState, shownPhase } from './simple-operations.ts'
import { rowTotal, type SurveyState } from './survey-state.ts'

type Item = Record<string, unknown>

const listsOf: Record<AnyRecord['kind'], ListName[]> = {
  project: ['projects'],
  insight: ['insights'],
  file: ['files'],
  survey: ['files', 'surveys'],
}

/** Every list that may contain a record of the sequence. */
export const listsToCheck = (run: SequenceRun): ListName[] => [
  ...new Set(run.records.flatMap(({ kind }) => listsOf[kind])),
]

/** With `isFinal`, nothing changes any more and the count of the list is compared, too. */
export async function checkList(
  run: SequenceRun,
  list: ListName,
  { isFinal = false } = {},
): Promise<boolean> {
  const answer = await run.send({ method: 'GET', path: `${prefix}/${list}?limit=50` })
  run.note(`list ${list}`, answer && { ...answer, text: `count ${String(answer.body['count'])}` })
  if (!answer) return false
  if (answer.status !== 200) throw run.divergence(`list ${list}`, answer, [])
  const records = run.records.filter(({ kind }) => listsOf[kind].includes(list))
  for (const record of records) checkRecord(run, list, record, answer)
  if (isFinal) checkCount(run, list, records, answer)
  return true
}

function checkRecord(run: SequenceRun, list: ListName, record: AnyRecord, answer: Answer): void {
  const nameField = list === 'surveys' ? 'survey_name' : 'name'
  const items = listOf(answer, list).filter((item) => item[nameField] === record.name)
  const label = `${record.name} in the list of ${list}`
  const compare = <State>(
    possible: { states(): State[]; answered(o: Operation<State>, a: Answer): boolean },
    matches: (state: State, item: Item | undefined) => boolean,
  ) => {
    const operation: Operation<State> = (state) => [
      { allows: () => items.length < 2 && matches(state, items[0]), next: () => state },
    ]
    if (!possible.answered(operation, answer)) throw run.divergence(label, answer, possible.states())
  }
  if (record.kind === 'survey')
    compare(record.possible, (state, item) =>
      list === 'surveys'
        ? matchesSurveyItem(state, item, record.key)
        : matchesFileItem(state && { status: state.columns ? 'completed' : 'processing' }, item),
    )
  else if (record.kind === 'file')
    compare(record.possible, (state: FileState, item) => matchesFileItem(state, item, record.key))
  else if (record.kind === 'insight')
    compare(record.possible, (state: InsightState, item) => matchesInsightItem(state, item, record.key))
  else compare(record.possible, (state: ProjectState, item) => (state === null) === (item === undefined))
}

const hasKey = (item: Item, field: string, key: string | undefined) =>
  key === undefined || item[field] === key

function matchesFileItem(state: { status: string } | null, item: Item | undefined, key?: string): boolean {
  if (state === null || !item) return state === null && item === undefined
  return item['status'] === state.status && hasKey(item, 'wav_key', key)
}

function matchesInsightItem(state: InsightState, item: Item | undefined, key?: string): boolean {
  if (state === null || !item) return state === null && item === undefined
  return item['processing_status'] === shownPhase(state.phase) && hasKey(item, 'insight_key', key)
}

function matchesSurveyItem(state: SurveyState, item: Item | undefined, key?: string): boolean {
  if (!state?.wasCompleted || !item) return !state?.wasCompleted && item === undefined
  return (
    item['number_of_responses'] === rowTotal(state) &&
    item['num_parts'] === state.parts.length &&
    hasKey(item, 'upload_key', key)
  )
}

function checkCount(run: SequenceRun, list: ListName, records: AnyRecord[], answer: Answer): void {
  const isListed = (record: AnyRecord): boolean =>
    record.kind === 'survey' && list === 'surveys'
      ? record.possible.states().some((state) => state?.wasCompleted)
      : record.possible.states().some((state) => state !== null)
  const expected = run.session.counts[list] + records.filter(isListed).length
  if (answer.body['count'] !== expected)
    throw run.divergence(`the list of ${list} should have ${expected} items`, answer, [])
  run.session.counts[list] = expected
}
