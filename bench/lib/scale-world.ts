/**
 * The layout of a generated deployment. One team has three fifths of everything, half of that in one project; the
 * rest belongs to many small teams. Ids follow from numbers, so that a larger deployment extends a smaller one.
 */
export const largeTeam = 1
export const largeProject = 1
/** The one project of the large team that its collaborators can access. */
export const smallProject = 2
export const rowsASmallProject = 200

/** Records created by the product have ids from here on; generated rows have smaller ones. */
export const ownIds = 100_000_000

/** Users of the large team. */
export const admin = 1
export const collaborator = 2

export interface World {
  /** Files and insights together. */
  records: number
  responses: number
  /** Projects of the large team, not counting the large and the small one. */
  projects: number
  smallTeams: number
}

const recordsAProject = 2_000
const responsesARecord = 2

export function worldOf(records: number): World {
  return {
    records,
    responses: records * responsesARecord,
    projects: Math.max(10, Math.round((records * 0.3) / recordsAProject)),
    smallTeams: Math.max(20, Math.round((records * 0.4) / recordsAProject)),
  }
}

/** SQL for the location of record `n`, as a row of `where_is`: team_id, project_id, user_id. */
export function placeSql({ projects, smallTeams }: World): string {
  return `
    cross join lateral (select case
      when n % 10 < 3 then 1 when n % 10 < 6 then 2 else 3 end as third, (n::bigint * 7919) % 1000003 as thrown) dice
    cross join lateral (select
      case when third < 3 then ${largeTeam} else 1000 + thrown % ${smallTeams} end as team_id,
      case third when 1 then ${largeProject} when 2 then 10 + thrown % ${projects}
        else 1000000 + 2 * (thrown % ${smallTeams}) + n % 2 end as project_id,
      case when third < 3 then ${admin} else 1000 + thrown % ${smallTeams} end as user_id) where_is`
}
