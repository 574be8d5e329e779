/** SQL of privacy snapshots, and the only access of other features to originals (docs/adr/0066). */
import { type RawBuilder, sql } from 'kysely'
import type { PrivacySnapshot } from './privacy.policy.ts'

/** Reads the row of `project p`. */
export const privacySnapshot = sql<PrivacySnapshot>`jsonb_build_object('is_on', p.auto_pii_enabled, 'settings', p.privacy)`

/** A row of `file` or `survey_media`; its `project p` is joined. */
type ImportAlias = 'f' | 'm'

/** `isOriginalHidden` (privacy.policy.ts) in SQL. */
const isHidden = (row: ImportAlias): RawBuilder<boolean> =>
  sql<boolean>`is_private(${sql.ref(`${row}.privacy`)}, p.auto_pii_enabled, false)`

/** The object key of the upload; null when it must not be shown. */
export const originalKey = (row: ImportAlias): RawBuilder<string | null> =>
  sql<string | null>`case when not ${isHidden(row)} then ${sql.ref(`${row}.object_key`)} end`
