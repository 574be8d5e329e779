import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { type QuotaConfig, requireStorageFor } from '../team/team.public.ts'
import { notAwaited, readFileName, ruleOf, type UploadOwner } from '../uploads/uploads.public.ts'
import { requireOpenInsight } from './get-insight.ts'
import { nextPhase } from './insight.state.ts'
import { replaceUploadKey } from './insights.repo.ts'

/** The upload of an insight, while the insight awaits it. */
export function insightUploadOwner(
  deps: { db: Db; config: QuotaConfig },
  principal: Principal,
  insightKey: string,
): UploadOwner {
  return {
    async require() {
      const { phase, name, upload_key } = await requireOpenInsight(deps.db, principal, insightKey)
      if (!nextPhase(phase, 'complete')) throw notAwaited()
      return { key: upload_key, rule: ruleOf(readFileName('filename', name, ['document'])) }
    },
    checkSize: (bytes) => requireStorageFor(deps, principal.teamId, bytes),
    async replaceKey(tx, from, to) {
      const { id } = await requireOpenInsight(tx, principal, insightKey)
      return replaceUploadKey(tx, id, from, to)
    },
  }
}
