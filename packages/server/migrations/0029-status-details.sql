-- What statuses and lists report on request: progress of documents, the hash of what was uploaded, and the time of the last change.

alter table file
  add column sha256     text,
  -- Null in rows that no release with this column has changed: their other times say when they changed last.
  add column updated_at timestamptz,
  add constraint file_sha256_check check (sha256 ~ '^[0-9a-f]{64}$') not valid,
  drop constraint file_stage_check,
  add constraint file_stage_check check (stage in ('fetching', 'converting', 'reading', 'transcribing', 'protecting')) not valid;
alter table file alter column updated_at set default now();

alter table insight
  add column sha256       text,
  add column updated_at   timestamptz,
  -- Of the attempt that runs; meaningless once the phase is another than processing.
  add column stage        text,
  add column percent      smallint,
  add column seconds_left integer,
  -- The settings of the project when the import began, as in file.
  add column privacy      jsonb,
  add constraint insight_sha256_check check (sha256 ~ '^[0-9a-f]{64}$') not valid,
  add constraint insight_stage_check check (stage in ('fetching', 'converting', 'reading')) not valid,
  add constraint insight_percent_check check (percent between 0 and 100) not valid;
alter table insight alter column updated_at set default now();

create function set_updated_at() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  return new;
end $$;
-- Progress is not a change: it would make a record look different every two seconds.
create trigger file_updated before update on file for each row
  when ((old.name, old.project_id, old.status, old.failure_code, old.object_key, old.sha256, old.recording_id, old.extraction_id,
      old.original_deleted_at) is distinct from
    (new.name, new.project_id, new.status, new.failure_code, new.object_key, new.sha256, new.recording_id, new.extraction_id,
      new.original_deleted_at))
  execute function set_updated_at();
create trigger insight_updated before update on insight for each row
  when ((old.name, old.project_id, old.phase, old.state, old.failure_code, old.object_key, old.sha256, old.extraction_id)
    is distinct from
    (new.name, new.project_id, new.phase, new.state, new.failure_code, new.object_key, new.sha256, new.extraction_id))
  execute function set_updated_at();

create function insight_progressed() returns trigger language plpgsql as $$
begin
  perform announce('insight', new.key::text, new.team_id, new.project_id, 'progress',
    case when new.state = 1 then draft_creator(new.created_by, new.api_key_id) end);
  return null;
end $$;
create trigger insight_progressed after update on insight for each row
  when (old.phase = new.phase and new.phase = 'processing'
    and (old.stage, old.percent) is distinct from (new.stage, new.percent))
  execute function insight_progressed();
