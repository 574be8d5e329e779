/** Fills the tables of a migrated database with SQL: users, projects, files, insights and finished jobs. */
import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import { loadQuickly } from './quick-load.ts'
import {
  admin,
  collaborator,
  largeProject,
  largeTeam,
  ownIds,
  placeSql,
  rowsASmallProject,
  smallProject,
  type World,
} from './scale-world.ts'

const migrations = new URL('../../packages/server/migrations/', import.meta.url)

/** `before` is the number of records that already exist. */
export async function fillRecords(client: pg.Client, before: number, world: World): Promise<void> {
  await fillPeople(client, world)
  const range = `generate_series(${before / 2 + 1}::bigint, ${world.records / 2}) n ${placeSql(world)}`
  await loadQuickly(client, ['extraction', 'recording', 'file', 'insight', 'extraction_page'], async () => {
    await client.query(`
      insert into extraction (id, page_count, viewer_key, thumbnail_key, indexed_at, created_at) overriding system value
      select 2 * n + side, 1 + n % 40, 'derived/' || gen_random_uuid(), 'derived/' || gen_random_uuid(), now(), ${atOf('n')}
      from generate_series(${before / 2 + 1}::bigint, ${world.records / 2}) n, generate_series(0, 1) side
      where side = 1 or n / 10 % 10 < 6`)
    await client.query(`
      insert into recording (id, duration_ms, has_video, has_audio, rendition_key, rendition_type, created_at)
        overriding system value
      select n, 60000 + n % 3600000, n % 2 = 0, true, 'derived/' || gen_random_uuid(), 'video/mp4', ${atOf('n')}
      from generate_series(${before / 2 + 1}::bigint, ${world.records / 2}) n where n / 10 % 10 >= 6`)
    await client.query(`
      insert into file (id, team_id, project_id, created_by, name, extension, kind, status, upload_key, object_key,
        object_etag, object_bytes, extraction_id, recording_id, failure_code, failure_message, created_at, started_at,
        completed_at) overriding system value
      select n, team_id, project_id, user_id, ${nameOf('n')}, 'pdf',
        (array['document', 'document', 'document', 'document', 'image', 'image', 'audio', 'audio', 'video', 'video'])[1 + n / 10 % 10],
        case when n % 71 = 0 then 'error' when n > ${world.records / 2 - 300} then 'processing' else 'completed' end,
        'incoming/' || gen_random_uuid(), 'accepted/' || gen_random_uuid(), md5(n::text), 1000000 + n % 9000000,
        case when n / 10 % 10 < 6 and n % 71 > 0 then 2 * n end, case when n / 10 % 10 >= 6 and n % 71 > 0 then n end,
        case when n % 71 = 0 then 'damaged' end, case when n % 71 = 0 then 'The file is damaged.' end,
        ${atOf('n')}, ${atOf('n')}, ${atOf('n')} + interval '1 minute'
      from ${range}`)
    await client.query(`
      insert into insight (id, team_id, project_id, created_by, name, extension, phase, state, upload_key, object_key,
        object_etag, object_bytes, extraction_id, failure_code, failure_message, created_at, started_at, completed_at)
        overriding system value
      select n, team_id, project_id, user_id, ${nameOf('n + 3')}, 'pdf',
        case when n % 71 = 0 then 'failed' when n > ${world.records / 2 - 300} then 'processing' else 'completed' end,
        n % 3 % 2, 'incoming/' || gen_random_uuid(), 'accepted/' || gen_random_uuid(), md5(n::text), 500000 + n % 900000,
        case when n % 71 > 0 and n <= ${world.records / 2 - 300} then 2 * n + 1 end,
        case when n % 71 = 0 then 'damaged' end, case when n % 71 = 0 then 'The file is damaged.' end,
        ${atOf('n')}, ${atOf('n')}, ${atOf('n')} + interval '1 minute'
      from ${range}`)
    await client.query(`
      insert into extraction_page (extraction_id, number, source, text)
      select 2 * n + 1, 1, 'text', ${textOf('n')}
      from generate_series(${before / 2 + 1}::bigint, ${world.records / 2}) n where n / 10 % 10 = 0`)
  })
  if (before === 0) await fillSmallProject(client)
  await fillSearch(client, before, world)
  await fillPanel(client, before, world)
  await fillJobs(client, before, world)
  for (const table of [
    'team',
    'app_user',
    'project',
    'file',
    'insight',
    'extraction',
    'recording',
    'participant',
  ])
    await client.query(
      `select setval(pg_get_serial_sequence('${table}', 'id'), greatest((select max(id) from ${table}), ${ownIds}))`,
    )
}

/** Increases with the number, like real timestamps. */
const atOf = (n: string) => `timestamptz '2023-01-01' + (${n}) * interval '12 seconds'`

const words = `array['interview', 'usability', 'onboarding', 'pricing', 'diary', 'checkout', 'mobile', 'kickoff', 'report',
  'persona', 'journey', 'prototype', 'feedback', 'support', 'retention', 'churn', 'search', 'export', 'billing']`
const nameOf = (n: string) =>
  `(${words})[1 + (${n}) % 19] || ' ' || (${words})[1 + (${n}) / 19 % 19] || ' ' || (${n}) || '.pdf'`
const textOf = (n: string) =>
  `'The ' || (${words})[1 + ${n} / 10 % 19] || ' was about word' || (${n} / 10 % 997) || ' and paper ' || md5((${n})::text)`

async function fillPeople(client: pg.Client, { projects, smallTeams }: World): Promise<void> {
  await client.query(`
    insert into team (id, name) overriding system value
    select id, 'Team ' || id from (select ${largeTeam} as id union all select 1000 + t from generate_series(0, ${smallTeams} - 1) t) x
    on conflict do nothing`)
  await client.query(`
    insert into app_user (id, team_id, email, name, role) overriding system value
    select id, team_id, 'user' || id || '@example.org', 'User ' || id, role from (
      values (${admin}, ${largeTeam}, 3), (${collaborator}, ${largeTeam}, 4)) v (id, team_id, role)
    union all select 1000 + t, 1000 + t, 'user' || 1000 + t || '@example.org', 'User ' || t, 0
      from generate_series(0, ${smallTeams} - 1) t
    on conflict do nothing`)
  // The large team shares most projects with its editors and admins, and one with everyone.
  await client.query(`
    insert into project (id, team_id, owner_id, name, share_preference, shared_roles, supported_languages,
      transcript_language, default_ai_language, changed_at) overriding system value
    select id, team_id, owner_id, (${words})[1 + id % 19] || ' study ' || id, share, case when share = 4 then '{0,3}'::smallint[] else '{}' end,
      '{en-US}', 'en-US', 'en-US', timestamptz '2025-01-01' + id % 100000 * interval '7 seconds'
    from (
      select ${largeProject} as id, ${largeTeam} as team_id, ${admin} as owner_id, 4 as share
      union all select ${smallProject}, ${largeTeam}, ${admin}, 2
      union all select 10 + i, ${largeTeam}, ${admin}, 4 from generate_series(0, ${projects} - 1) i
      union all select 1000000 + 2 * t + k, 1000 + t, 1000 + t, 2
        from generate_series(0, ${smallTeams} - 1) t, generate_series(0, 1) k) x
    on conflict do nothing`)
}

/** Older than everything else in its team, so that a list has to find it behind millions of rows. */
async function fillSmallProject(client: pg.Client): Promise<void> {
  for (const table of ['file', 'insight'])
    await client.query(
      `update ${table} set project_id = ${smallProject} where id in (
        select id from ${table} where team_id = ${largeTeam} order by id limit ${rowsASmallProject / 2})`,
    )
}

async function fillSearch(client: pg.Client, before: number, { records }: World): Promise<void> {
  await loadQuickly(client, ['search_entry'], () =>
    client.query(`
      insert into search_entry (project_id, kind, source_id, item, words)
      select i.project_id, 'page', 2 * n + 1, 1,
        searchable_words(${textOf('n')}) || array_to_tsvector(array['project ' || i.project_id, 'page ' || 2 * n + 1])
      from generate_series(${before / 2 + 1}::bigint, ${records / 2}) n join insight i on i.id = n where n / 10 % 10 = 0
      on conflict do nothing`),
  )
}

async function fillPanel(client: pg.Client, before: number, { records }: World): Promise<void> {
  await client.query(`
    insert into participant (id, team_id, email, name) overriding system value
    select n, ${largeTeam}, 'person' || n || '@example.org', 'Person ' || n
    from generate_series(${before / 50 + 1}::bigint, ${records / 50}) n`)
}

/** Finished jobs are kept for a week: a tenth of the records, as if all had been imported within ten weeks. */
async function fillJobs(client: pg.Client, before: number, { records }: World): Promise<void> {
  await client.query(`
    insert into job.job (id, name, data, state, policy, singleton_key, retry_limit, created_on, started_on, completed_on, keep_until)
    select gen_random_uuid(), 'process-file', jsonb_build_object('v', 1, 'fileId', n), 'completed', 'exclusive', n::text, 4,
      now() - n % 600000 * interval '1 second', now(), now(), now() + interval '30 days'
    from generate_series(${before / 10 + 1}::bigint, ${records / 10}) n`)
  for (const table of ['file', 'insight'])
    await client.query(`
      insert into job.job (id, name, data, state, policy, singleton_key, retry_limit, keep_until)
      select gen_random_uuid(), 'process-${table}', '{}', 'created', 'exclusive', n::text, 4, now() + interval '30 days'
      from generate_series(${records / 2 - 299}::bigint, ${records / 2}) n`)
}

/** What the triggers would have counted. */
export async function countRecords(client: pg.Client): Promise<void> {
  await client.query('truncate import_tally, import_tally_change')
  await client.query(await readFile(new URL('0014-count-imports.sql', migrations), 'utf8'))
}
