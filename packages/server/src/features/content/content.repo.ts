/** SQL of the object keys behind workspace content. */
import type { ContentOwner } from '@inlet/contract/workspace'
import { type RawBuilder, sql } from 'kysely'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { isShownTo } from '../insights/insights.public.ts'
import { canOpen, originalKey } from '../projects/projects.public.ts'

export interface ContentRow {
  name: string
  extension: string
  viewer_key: string | null
  thumbnail_key: string | null
  rendition_key: string | null
  rendition_type: string | null
  poster_key: string | null
  /** The uploaded image; null when the original must not be shown. */
  image_key: string | null
}

const rows: Record<ContentOwner, (principal: Principal, key: string) => RawBuilder<ContentRow>> = {
  file: (principal, key) => sql`
    select f.name, f.extension, x.viewer_key, x.thumbnail_key, r.rendition_key, r.rendition_type, r.poster_key,
      case when f.kind = 'image' then ${originalKey('f')} end as image_key
    from file f join project p on p.id = f.project_id
      left join extraction x on x.id = f.extraction_id left join recording r on r.id = f.recording_id
    where f.key = ${key}::uuid and ${canOpen(principal)}`,
  insight: (principal, key) => sql`
    select i.name, i.extension, x.viewer_key, x.thumbnail_key, null as rendition_key, null as rendition_type,
      null as poster_key, null as image_key
    from insight i join project p on p.id = i.project_id left join extraction x on x.id = i.extraction_id
    where i.key = ${key}::uuid and ${canOpen(principal)} and ${isShownTo(principal)}`,
  media: (principal, key) => sql`
    select coalesce(m.sent_name, m.filename) as name, '' as extension, null as viewer_key, null as thumbnail_key, r.rendition_key,
      r.rendition_type, r.poster_key, null as image_key
    from survey_media m join survey s on s.id = m.survey_id join project p on p.id = s.project_id
      join recording r on r.id = m.recording_id
    where m.id = ${key}::bigint and ${canOpen(principal)}`,
}

export async function findContent(
  db: Db,
  principal: Principal,
  owner: ContentOwner,
  key: string,
): Promise<ContentRow | undefined> {
  return (await rows[owner](principal, key).execute(db)).rows[0]
}
