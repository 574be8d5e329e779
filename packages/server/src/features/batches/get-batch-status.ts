/** The status of many imports: one query per kind, and never the object store. */
import {
  type BatchStatus,
  getFile,
  getInsight,
  getSurvey,
  type ImportKind,
  type Scope,
} from '@inlet/contract'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { isRecordKey } from '../../platform/http/keys.ts'
import type { Waiting } from '../../platform/http/wait.ts'
import type { ImportState, StatusWaits } from '../changes/changes.public.ts'
import { listFileStates, viewFileState } from '../files/files.public.ts'
import { listInsightStates, viewInsightState } from '../insights/insights.public.ts'
import { listSurveyStates, viewSurveyState } from '../surveys/surveys.public.ts'

export interface BatchStatusDeps {
  db: Db
  statusWaits: StatusWaits
}

interface Item {
  kind: ImportKind
  key: string
}

type List = (db: Db, principal: Principal, keys: readonly string[]) => Promise<ImportState[]>

const kinds: Record<ImportKind, { scopes: readonly Scope[]; list: List }> = {
  insight: {
    scopes: getInsight.scopes,
    list: async (...args) => (await listInsightStates(...args)).map(viewInsightState),
  },
  file: {
    scopes: getFile.scopes,
    list: async (...args) => (await listFileStates(...args)).map(viewFileState),
  },
  survey: {
    scopes: getSurvey.scopes,
    list: async (...args) => (await listSurveyStates(...args)).map(viewSurveyState),
  },
}

/** With `wait`, returns as soon as one of the imports has ended, is out of reach, or waits for the caller. */
export async function getBatchStatus(
  { db, statusWaits }: BatchStatusDeps,
  waiting: Waiting,
  { items, scopes }: { items: readonly Item[]; scopes: readonly Scope[] },
): Promise<BatchStatus[]> {
  const isAllowed = ({ kind }: Item) => kinds[kind].scopes.every((scope) => scopes.includes(scope))
  const allowed = items.filter(isAllowed)
  const states = await statusWaits.poll({
    ...waiting,
    imports: allowed,
    read: async () => readStates(db, await waiting.principal(), allowed),
    isFinal: (current) =>
      allowed.length < items.length || allowed.some((item) => !current.get(nameOf(item))?.isProcessing),
  })
  return items.map((item, index) => {
    const state = states.get(nameOf(item))
    if (!state) return { ...unreadable, index, http_status: isAllowed(item) ? 404 : 403, ...item }
    const { isProcessing: _, ...status } = state
    return { ...status, index, http_status: 200, ...item }
  })
}

const nameOf = ({ kind, key }: Item) => `${kind} ${key}`

async function readStates(
  db: Db,
  principal: Principal,
  items: readonly Item[],
): Promise<ReadonlyMap<string, ImportState>> {
  const states = new Map<string, ImportState>()
  const wanted = Map.groupBy(
    items.filter(({ key }) => isRecordKey(key)),
    ({ kind }) => kind,
  )
  for (const [kind, ofKind] of wanted) {
    const keys = [...new Set(ofKind.map(({ key }) => key))]
    for (const state of await kinds[kind].list(db, principal, keys))
      states.set(nameOf({ kind, key: state.key }), state)
  }
  return states
}

const unreadable = {
  status: null,
  is_final: true,
  error_reason: null,
  error_code: null,
  progress: null,
  external_id: null,
}
