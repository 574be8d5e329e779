/**
 * A second record of every change of a status, kept by triggers of the test: what the event log is compared with.
 * The recordings of media files are left out, because their status has no column of its own.
 */
import type pg from 'pg'
import type { Changes } from './event-checks.ts'

export const isObserved = (change: string): boolean => change !== 'media.completed'

const tables = {
  project: { record: `'project ' || new.id`, change: `'project.created'`, when: 'insert' },
  file: {
    record: `'file ' || new.key`,
    change: `'file.' || new.status`,
    when: `update`,
    condition: `new.kind <> 'survey' and old.status <> new.status and new.status <> 'pending_upload'`,
  },
  insight: {
    record: `'insight ' || new.key`,
    change: `'insight.' || new.phase`,
    when: 'update',
    condition: 'old.phase <> new.phase',
  },
  survey: {
    record: `'survey ' || new.upload_key`,
    change: `'survey.' || lower(new.status)`,
    when: 'update',
    condition: 'old.status <> new.status',
  },
  survey_part: {
    record: `(select 'survey ' || upload_key from survey where id = new.survey_id)`,
    change: `'part.' || lower(new.status) || ' ' || new.number`,
    when: 'update',
    condition: `old.status <> new.status and new.status in ('PROCESSED', 'FAILED')`,
  },
  survey_media: {
    record: `'media ' || coalesce(new.key, md5('survey_media ' || new.id::text)::uuid)`,
    change: `'media.' || lower(new.status)`,
    when: 'update',
    condition: `old.status <> new.status and new.status in ('LINKED', 'FAILED')`,
  },
}

export async function observeChanges(client: pg.Client): Promise<void> {
  await client.query(
    'create table observed_change (number bigint generated always as identity primary key, record text not null, change text not null)',
  )
  for (const [table, { record, change, when, ...rest }] of Object.entries(tables)) {
    const condition = 'condition' in rest ? `when (${rest.condition})` : ''
    await client.query(`
      create function observe_${table}() returns trigger language plpgsql as $$
      begin
        insert into observed_change (record, change) values (${record}, ${change});
        return null;
      end $$;
      create trigger observe_${table} after ${when} on ${table} for each row ${condition}
        execute function observe_${table}()`)
  }
}

export async function readObservedChanges(client: pg.Client): Promise<Changes> {
  const { rows } = await client.query<{ record: string; changes: string[] }>(
    'select record, array_agg(change order by number) as changes from observed_change group by record',
  )
  return new Map(rows.map(({ record, changes }) => [record, changes]))
}
