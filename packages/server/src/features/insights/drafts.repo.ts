/** The single visibility rule for drafts, and lists that apply it by index. */
import { type RawBuilder, sql } from 'kysely'
import type { Principal } from '../../platform/auth/principal.ts'

/** The creator of an insight: a key, or a user in the workspace. The expression must match the indexes. */
const importer = sql`coalesce(-i.api_key_id, i.created_by)`

/** Imports with any of a user's own keys belong to the user; imports with a team key belong to that key. */
function importersOf({ kind, keyId, userId }: Principal): RawBuilder<number[]> {
  if (kind === 'team') return sql`array[-${keyId}::bigint]`
  return sql`array(select -k.id from api_key k where k.user_id = ${userId} and k.kind = 'personal'
    union all select ${userId}::bigint)`
}

/** True for rows of `insight i` that are visible to the principal; a draft is visible only to its creator. */
export function isShownTo(principal: Principal): RawBuilder<boolean> {
  return sql<boolean>`(i.state <> 1 or ${importer} = any (${importersOf(principal)}))`
}

/** Who sees an insight `i`: 0 for everyone with access to its project, else the creator of the draft. Matches the indexes. */
export const drafter = sql<number>`case when i.state = 1 then ${importer} else 0 end`

/** The values of `drafter` that are visible to the principal, as rows. The same rule as `isShownTo`. */
export const shownDrafters = (principal: Principal): RawBuilder<unknown> =>
  sql`select unnest(0::bigint || ${importersOf(principal)})`

export interface ShownSelection {
  /** Conditions on `insight i`. */
  columns: RawBuilder<unknown>
  where: RawBuilder<unknown>
  orderBy: RawBuilder<unknown>
  limit: RawBuilder<unknown>
}

/**
 * The first visible insights, unordered. The same rule as `isShownTo`, written so that each branch is one index range and
 * drafts of others are never scanned.
 */
export function firstShown(principal: Principal, { columns, where, orderBy, limit }: ShownSelection) {
  return sql`
    (select ${columns} from insight i where i.state <> 1 and ${where} order by ${orderBy} limit ${limit})
    union all
    (select draft.* from unnest(${importersOf(principal)}) as own (importer) cross join lateral (
      select ${columns} from insight i where i.state = 1 and ${importer} = own.importer and ${where}
      order by ${orderBy} limit ${limit}) draft)`
}
