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
  primary key (team_id, drafter_id, project_id)
) with (fillfactor = 70);

-- What has changed since the tallies were last brought up to date; the sweeper adds it up. Rows are only added here, so
-- that no import ever waits for another one of the same project.
create table import_tally_change (like import_tally including defaults)
  with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000);
create index import_tally_change_place on import_tally_change (team_id, project_id);

create function count_file(f file, times integer) returns void language sql as $$
  insert into import_tally_change (team_id, drafter_id, project_id, files, audio, video, document, image, files_working,
    files_failed, file_bytes, file_bytes_working, file_bytes_failed)
  select f.team_id, 0, f.project_id, times, times * (sent and f.kind = 'audio')::int, times * (sent and f.kind = 'video')::int,
    times * (sent and f.kind = 'document')::int, times * (sent and f.kind = 'image')::int,
    times * (sent and f.status = 'processing')::int, times * (f.status = 'error')::int, times * bytes,
    times * bytes * (f.status = 'processing')::int, times * bytes * (f.status = 'error')::int
  from (select f.status <> 'pending_upload' and f.kind <> 'survey' as sent, coalesce(f.object_bytes, 0) as bytes) x
$$;

create function count_insight(i insight, times integer) returns void language sql as $$
  insert into import_tally_change (team_id, drafter_id, project_id, insights, insights_sent, insights_working,
    insights_failed, insight_bytes, insight_bytes_working, insight_bytes_failed)
  select i.team_id, case when i.state = 1 then i.created_by else 0 end, i.project_id, times,
    times * (i.phase <> 'awaiting_upload')::int, times * (i.phase = 'processing')::int, times * (i.phase = 'failed')::int,
    times * bytes, times * bytes * (i.phase = 'processing')::int, times * bytes * (i.phase = 'failed')::int
  from (select coalesce(i.object_bytes, 0) as bytes) x
$$;

create function file_counted() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform count_file(old, -1); end if;
  if tg_op <> 'DELETE' then perform count_file(new, 1); end if;
  return null;
end $$;
create trigger file_counted after insert or delete on file for each row execute function file_counted();
create trigger file_recounted after update on file for each row
  when ((old.team_id, old.project_id, old.kind, old.status, old.object_bytes) is distinct from
    (new.team_id, new.project_id, new.kind, new.status, new.object_bytes))
  execute function file_counted();

create function insight_counted() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform count_insight(old, -1); end if;
  if tg_op <> 'DELETE' then perform count_insight(new, 1); end if;
  return null;
end $$;
create trigger insight_counted after insert or delete on insight for each row execute function insight_counted();
create trigger insight_recounted after update on insight for each row
  when ((old.team_id, old.project_id, old.created_by, old.phase, old.state, old.object_bytes) is distinct from
    (new.team_id, new.project_id, new.created_by, new.phase, new.state, new.object_bytes))
  execute function insight_counted();
