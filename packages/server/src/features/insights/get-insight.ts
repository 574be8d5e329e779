import type { RouteResponse, getInsight as route } from '@inlet/contract'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { isRecordKey } from '../../platform/http/keys.ts'
import type { Waiting } from '../../platform/http/wait.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import type { StatusWaits } from '../changes/changes.public.ts'
import { viewInsight } from './insight.view.ts'
import { findOpenInsight, type Insight } from './insights.repo.ts'

/** The status of an insight; while it is being processed, the call waits if the caller asks for that. */
export async function getInsight(
  deps: { db: Db; store: ObjectStore; statusWaits: StatusWaits },
  waiting: Waiting,
  insightKey: string,
  options: { hasDetails?: boolean } = {},
): Promise<RouteResponse<typeof route, 200>> {
  const insight = await deps.statusWaits.poll({
    ...waiting,
    imports: [{ kind: 'insight', key: insightKey }],
    read: async () => requireOpenInsight(deps.db, await waiting.principal(), insightKey),
    isFinal: ({ phase }) => phase !== 'processing',
  })
  return viewInsight(
    insight,
    insight.thumbnail_key && (await deps.store.presignDownload(insight.thumbnail_key)),
    options,
  )
}

/** An insight without access is reported like one that does not exist. */
export async function requireOpenInsight(db: Db, principal: Principal, key: string): Promise<Insight> {
  const insight = isRecordKey(key) ? await findOpenInsight(db, principal, key) : undefined
  if (!insight) throw new AppError('insight_not_found')
  return insight
}
