/** The single access rule for participants. */
import { type RawBuilder, sql } from 'kysely'
import type { Principal } from '../../platform/auth/principal.ts'
import { isInOpenProject } from '../projects/projects.public.ts'

/**
 * What the principal may see of `participant c`, for a lateral join as `known`: data of accessible surveys only. Without
 * such a survey there is no row, and the participant does not exist for the principal.
 */
export function knownTo(principal: Principal): RawBuilder<unknown> {
  return sql`
    select count(*) as survey_count, min(s.created_at) as since,
      (array_agg(r.name order by s.id, r.id) filter (where r.name is not null))[1] as name
    from participant_respondent pr join survey s on s.id = pr.survey_id
      left join respondent r on r.survey_id = pr.survey_id and r.id = pr.respondent_id
    where pr.participant_id = c.id and ${isInOpenProject(principal, sql`s.project_id`)}
    having count(*) > 0`
}
