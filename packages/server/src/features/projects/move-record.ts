import type { Principal } from '../../platform/auth/principal.ts'
import type { Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { type MovedRecording, mayMove } from './move.policy.ts'
import { findMoveTarget } from './projects.repo.ts'

/**
 * Checks that the principal can open the project and that its privacy settings allow the recordings. Call it only for a
 * record that is moved.
 */
export async function requireMoveTarget(
  tx: Tx,
  principal: Principal,
  projectId: number,
  recordings: readonly MovedRecording[],
): Promise<void> {
  const target = Number.isSafeInteger(projectId) ? await findMoveTarget(tx, principal, projectId) : undefined
  if (!target) throw new AppError('project_not_found')
  if (recordings.every((recording) => mayMove(recording, target.is_privacy_on))) return
  throw new AppError('privacy_mismatch')
}
