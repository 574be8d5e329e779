/** Whether the privacy settings of a project apply to an import. */
import type { PrivacySettings } from '@inlet/contract'

/** A project's privacy settings at the start of an import; later changes do not affect it. */
export interface PrivacySnapshot {
  is_on: boolean
  settings: PrivacySettings
}

/**
 * Whether the original of an import is hidden from everyone. Imports of releases without snapshots follow the current
 * setting of the project. `originalKey` (privacy.repo.ts) is the same rule in SQL.
 */
export function isOriginalHidden(snapshot: Pick<PrivacySnapshot, 'is_on'> | null, isOnNow: boolean): boolean {
  return snapshot?.is_on ?? isOnNow
}
