-- How many files and insights each project has, kept beside them: counting millions at every call takes seconds.
-- See docs/adr/0055.

-- One row a project for what everybody who opens it sees, and one for each person with private drafts there. Person 0
-- stands for everybody.
create table import_tally (
  team_id          bigint not null,
  drafter_id       bigint not null,
  project_id       bigint not null,
  -- All of them, whatever their state: what the lists of the contract count.
  files            bigint not null default 0,
  insights         bigint not null default 0,
  -- Those that were completed by their sender.
  audio            bigint not null default 0,
  video            bigint not null default 0,
  document         bigint not null default 0,
  image            bigint not null default 0,
  files_working    bigint not null default 0,
  files_failed     bigint not null default 0,
  insights_sent    bigint not null default 0,
  insights_working bigint not null default 0,
  insights_failed  bigint not null default 0,
  -- Bytes of what was uploaded for them, by the same states.
  file_bytes            bigint not null default 0,
  file_bytes_working    bigint not null default 0,
  file_bytes_failed     bigint not null default 0,
  insight_bytes         bigint not null default 0,
  insight_bytes_working bigint not null default 0,
  insight_bytes_failed  bigint not null default 0,
  primary key (team_id, project_id, drafter_id)
) with (fillfactor = 70);

-- What has changed since the tallies were last brought up to date; the sweeper adds it up. Rows are only added here, so
-- that no import ever waits for another one of the same project.
create table import_tally_change (like import_tally including defaults)
  with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000);
create index import_tally_change_place on import_tally_change (team_id, project_id);

-- A row before and after its change, in one statement written out here: a function called for each of them takes longer
-- than all the rest of an insert.
create function file_counted() returns trigger language plpgsql as $$
begin
  insert into import_tally_change (team_id, drafter_id, project_id, files, audio, video, document, image, files_working,
    files_failed, file_bytes, file_bytes_working, file_bytes_failed)
  select team_id, 0, project_id, sum(times), sum(times * (sent and kind = 'audio')::int),
    sum(times * (sent and kind = 'video')::int), sum(times * (sent and kind = 'document')::int),
    sum(times * (sent and kind = 'image')::int), sum(times * (sent and status = 'processing')::int),
    sum(times * (status = 'error')::int), sum(times * bytes), sum(times * bytes * (status = 'processing')::int),
    sum(times * bytes * (status = 'error')::int)
  from (
    select -1 as times, old.team_id, old.project_id, old.kind, old.status, coalesce(old.object_bytes, 0) as bytes,
      old.status <> 'pending_upload' and old.kind <> 'survey' as sent where tg_op <> 'INSERT'
    union all
    select 1, new.team_id, new.project_id, new.kind, new.status, coalesce(new.object_bytes, 0),
      new.status <> 'pending_upload' and new.kind <> 'survey' where tg_op <> 'DELETE') moved
  group by team_id, project_id;
  return null;
end $$;
create trigger file_counted after insert or delete on file for each row execute function file_counted();
create trigger file_recounted after update on file for each row
  when ((old.team_id, old.project_id, old.kind, old.status, old.object_bytes) is distinct from
    (new.team_id, new.project_id, new.kind, new.status, new.object_bytes))
  execute function file_counted();

create function insight_counted() returns trigger language plpgsql as $$
begin
  insert into import_tally_change (team_id, drafter_id, project_id, insights, insights_sent, insights_working,
    insights_failed, insight_bytes, insight_bytes_working, insight_bytes_failed)
  select team_id, drafter_id, project_id, sum(times), sum(times * (phase <> 'awaiting_upload')::int),
    sum(times * (phase = 'processing')::int), sum(times * (phase = 'failed')::int), sum(times * bytes),
    sum(times * bytes * (phase = 'processing')::int), sum(times * bytes * (phase = 'failed')::int)
  from (
    select -1 as times, old.team_id, old.project_id, old.phase, coalesce(old.object_bytes, 0) as bytes,
      case when old.state = 1 then old.created_by else 0 end as drafter_id where tg_op <> 'INSERT'
    union all
    select 1, new.team_id, new.project_id, new.phase, coalesce(new.object_bytes, 0),
      case when new.state = 1 then new.created_by else 0 end where tg_op <> 'DELETE') moved
  group by team_id, drafter_id, project_id;
  return null;
end $$;
create trigger insight_counted after insert or delete on insight for each row execute function insight_counted();
create trigger insight_recounted after update on insight for each row
  when ((old.team_id, old.project_id, old.created_by, old.phase, old.state, old.object_bytes) is distinct from
    (new.team_id, new.project_id, new.created_by, new.phase, new.state, new.object_bytes))
  execute function insight_counted();
