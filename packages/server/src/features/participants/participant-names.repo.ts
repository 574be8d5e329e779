/** Participants by words of their names and addresses, from an index. */
import { type RawBuilder, sql } from 'kysely'
import { isNamed } from '../search-index/search-index.public.ts'

/** As in the index `participant_words`. */
const words = sql`coalesce(edited_name, '') || ' ' || coalesce(name, '') || ' ' || coalesce(edited_email, '') || ' ' || email`

/**
 * Ids of participants that have the words in any survey; a merged one stands for the one it was merged into. Callers
 * compare `words` of `knownTo` again: what is hidden from the principal must not match.
 */
export function namedParticipants(teamId: number, query: string, limit?: number): RawBuilder<unknown> {
  const atMost = limit === undefined ? sql`` : sql`limit ${limit}`
  return sql`
    select distinct case when merged_into is null then id else kept_participant(id) end as id from (
      select id, merged_into from participant
      where ${isNamed({ teamId: sql`team_id`, name: words }, teamId, query)} ${atMost}) named`
}
