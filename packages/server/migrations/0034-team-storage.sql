-- Storage of each team: its quota, and the bytes of its survey uploads. Those of files and insights are in import_tally.
-- See docs/adr/0075.

-- Null: the default of the deployment. 0: no limit.
alter table team add column storage_quota_bytes bigint
  constraint team_storage_quota check (storage_quota_bytes >= 0);

create table survey_storage (
  team_id bigint primary key,
  bytes   bigint not null
) with (fillfactor = 70);

-- What has changed since the sums were last updated; the sweeper adds it up. Rows are only added, so that imports of one
-- team never wait for each other.
create table survey_storage_change (
  team_id bigint not null,
  bytes   bigint not null
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000);
create index survey_storage_change_team on survey_storage_change (team_id);

-- Once per statement, because one statement may change thousands of media files. Rows that are deleted with their survey
-- no longer find it; the trigger of the survey has counted them.
create function survey_upload_stored() returns trigger language plpgsql as $$
begin
  insert into survey_storage_change (team_id, bytes)
  select s.team_id, sum(new_rows.object_bytes) from new_rows join survey s on s.id = new_rows.survey_id
  where new_rows.object_bytes is not null group by s.team_id;
  return null;
end $$;

create function survey_upload_changed() returns trigger language plpgsql as $$
begin
  insert into survey_storage_change (team_id, bytes)
  select s.team_id, sum(moved.bytes)
  from (
    select survey_id, -object_bytes as bytes from old_rows where object_bytes is not null
    union all
    select survey_id, object_bytes from new_rows where object_bytes is not null) moved
    join survey s on s.id = moved.survey_id
  group by s.team_id having sum(moved.bytes) <> 0;
  return null;
end $$;

create function survey_upload_removed() returns trigger language plpgsql as $$
begin
  insert into survey_storage_change (team_id, bytes)
  select s.team_id, -sum(old_rows.object_bytes) from old_rows join survey s on s.id = old_rows.survey_id
  where old_rows.object_bytes is not null group by s.team_id;
  return null;
end $$;

create function survey_removed() returns trigger language plpgsql as $$
begin
  insert into survey_storage_change (team_id, bytes)
  select old.team_id, -sum(bytes)
  from (
    select object_bytes as bytes from survey_part where survey_id = old.id and object_bytes is not null
    union all
    select object_bytes from survey_media where survey_id = old.id and object_bytes is not null) stored
  having sum(bytes) > 0;
  return old;
end $$;

create trigger survey_part_storage_stored after insert on survey_part
  referencing new table as new_rows for each statement execute function survey_upload_stored();
create trigger survey_part_storage_changed after update on survey_part
  referencing old table as old_rows new table as new_rows for each statement execute function survey_upload_changed();
create trigger survey_part_storage_removed after delete on survey_part
  referencing old table as old_rows for each statement execute function survey_upload_removed();
create trigger survey_media_storage_stored after insert on survey_media
  referencing new table as new_rows for each statement execute function survey_upload_stored();
create trigger survey_media_storage_changed after update on survey_media
  referencing old table as old_rows new table as new_rows for each statement execute function survey_upload_changed();
create trigger survey_media_storage_removed after delete on survey_media
  referencing old table as old_rows for each statement execute function survey_upload_removed();
create trigger survey_storage_removed before delete on survey
  for each row execute function survey_removed();
