import type { Erasure } from '@inlet/contract'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { isRecordKey } from '../../platform/http/keys.ts'
import { findErasure } from './erasures.repo.ts'
import { requireTeamAdmin } from './request-erasure.ts'

export async function getErasure({ db }: { db: Db }, principal: Principal, key: string): Promise<Erasure> {
  requireTeamAdmin(principal)
  const erasure = isRecordKey(key) ? await findErasure(db, principal, key) : undefined
  if (!erasure)
    throw new AppError('not_found', { message: 'Your team has no such erasure. Check the erasure_key.' })
  const { surveys, responses, notes, media, objects, participants } = erasure
  return {
    erasure_key: erasure.key,
    status: erasure.completed_at === null ? 'pending' : 'completed',
    removed: { surveys, responses, notes, media, participants, objects },
    created_at: erasure.created_at.toISOString(),
    completed_at: erasure.completed_at?.toISOString() ?? null,
  }
}
