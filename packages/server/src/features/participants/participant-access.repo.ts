/** The single access rule for participants. */
import { type RawBuilder, sql } from 'kysely'
import type { Principal } from '../../platform/auth/principal.ts'
import { isInOpenProject } from '../projects/projects.public.ts'

/**
 * What the principal may see of `participant c`, for a lateral join as `known`: data of accessible surveys only, and
 * what colleagues corrected. Without such a survey there is no row, and the participant does not exist for the principal.
 * The participant's own address comes before those of merged ones. `words` is what a search compares.
 */
export function knownTo(principal: Principal): RawBuilder<unknown> {
  return sql`
    select survey_count, since, coalesce(c.edited_name, imported_name) as name, imported_name,
      coalesce(c.edited_email, imported_email) as email, imported_email,
      concat_ws(' ', coalesce(c.edited_name, imported_name), c.edited_email, addresses) as words
    from (
      select count(distinct s.id) as survey_count, min(s.created_at) as since,
        (array_agg(r.name order by (r.email = c.email) desc nulls last, s.id, r.id) filter (where r.name is not null))[1]
          as imported_name,
        coalesce((array_agg(r.email order by (r.email = c.email) desc, s.id, r.id) filter (where r.email is not null))[1],
          c.email) as imported_email,
        coalesce(string_agg(distinct r.email, ' '), c.email) as addresses
      from participant_respondent pr join survey s on s.id = pr.survey_id
        left join respondent r on r.survey_id = pr.survey_id and r.id = pr.respondent_id
      where pr.participant_id = c.id and ${isInOpenProject(principal, sql`s.project_id`)}
      having count(*) > 0) imported`
}
