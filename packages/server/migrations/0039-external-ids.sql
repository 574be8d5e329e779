-- What programs store with a record to find it again: an id of their own, which is part of events, and pairs of strings.
alter table project
  add column external_id text,
  add column metadata    jsonb,
  add constraint project_external_id_check check (char_length(external_id) <= 255) not valid,
  add constraint project_metadata_check check (jsonb_typeof(metadata) = 'object') not valid;
alter table insight
  add column external_id text,
  add column metadata    jsonb,
  add constraint insight_external_id_check check (char_length(external_id) <= 255) not valid,
  add constraint insight_metadata_check check (jsonb_typeof(metadata) = 'object') not valid;
-- The file that stands for a survey has those of the survey.
alter table file
  add column external_id text,
  add column metadata    jsonb,
  add constraint file_external_id_check check (char_length(external_id) <= 255) not valid,
  add constraint file_metadata_check check (jsonb_typeof(metadata) = 'object') not valid;
alter table survey
  add column external_id text,
  add column metadata    jsonb,
  -- As in file and insight: null in rows that no release with this column has changed.
  add column updated_at  timestamptz,
  add constraint survey_external_id_check check (char_length(external_id) <= 255) not valid,
  add constraint survey_metadata_check check (jsonb_typeof(metadata) = 'object') not valid;
alter table survey alter column updated_at set default now();
create trigger survey_updated before update on survey for each row
  when ((old.name, old.project_id, old.status, old.part_count, old.withdrawn_part_count, old.response_count, old.error_details,
      old.mapped_at, old.completed_at) is distinct from
    (new.name, new.project_id, new.status, new.part_count, new.withdrawn_part_count, new.response_count, new.error_details,
      new.mapped_at, new.completed_at))
  execute function set_updated_at();

-- Events name the record by its external_id, those of parts and media the survey.
create or replace function record_project_event() returns trigger language plpgsql as $$
declare
  one  project := case when tg_op = 'DELETE' then old else new end;
  verb text;
begin
  if tg_op = 'INSERT' then verb := 'created';
  elsif tg_op = 'DELETE' then
    verb := 'purged';
    insert into purged_project (id, team_id, owner_id, api_key_id, share_preference, shared_roles)
      values (old.id, old.team_id, old.owner_id, old.api_key_id, old.share_preference, old.shared_roles);
  elsif (old.deleted_at is null) <> (new.deleted_at is null) then
    verb := case when new.deleted_at is null then 'restored' else 'deleted' end;
  elsif (old.archived_at is null) <> (new.archived_at is null) then
    verb := case when new.archived_at is null then 'unarchived' else 'archived' end;
  elsif to_jsonb(old) - 'changed_at' is distinct from to_jsonb(new) - 'changed_at' then verb := 'updated';
  else return null;
  end if;
  perform record_event('project.' || verb, one.team_id, one.id, jsonb_build_object('external_id', one.external_id));
  return null;
end $$;

create or replace function record_file_event() returns trigger language plpgsql as $$
declare
  one  file := case when tg_op = 'DELETE' then old else new end;
  verb text := case when tg_op = 'DELETE' then 'purged' when old.status <> new.status then new.status else 'updated' end;
begin
  perform record_event('file.' || verb, one.team_id, one.project_id,
    jsonb_build_object('wav_key', one.key, 'status', one.status, 'external_id', one.external_id));
  return null;
end $$;

create or replace function record_insight_event() returns trigger language plpgsql as $$
declare
  one  insight := case when tg_op = 'DELETE' then old else new end;
  verb text := case when tg_op = 'DELETE' then 'purged' when old.phase <> new.phase then new.phase else 'updated' end;
begin
  perform record_event('insight.' || verb, one.team_id, one.project_id,
    jsonb_build_object('insight_key', one.key, 'insight_state', one.state,
      'status', case one.phase when 'processing' then 'pending' else one.phase end, 'external_id', one.external_id),
    case when one.state = 1 then draft_creator(one.created_by, one.api_key_id) end);
  return null;
end $$;

create or replace function record_survey_event() returns trigger language plpgsql as $$
declare
  one  survey := case when tg_op = 'DELETE' then old else new end;
  verb text := case when tg_op = 'DELETE' then 'purged' when old.status <> new.status then lower(new.status)
    else 'updated' end;
begin
  perform record_event('survey.' || verb, one.team_id, one.project_id,
    jsonb_build_object('upload_key', one.upload_key, 'survey_key', one.survey_key, 'status', one.status,
      'external_id', one.external_id));
  return null;
end $$;

create or replace function record_part_event() returns trigger language plpgsql as $$
begin
  perform record_event('part.' || lower(new.status), s.team_id, s.project_id,
      jsonb_build_object('upload_key', s.upload_key, 'part_number', new.number, 'status', new.status,
        'external_id', s.external_id))
    from survey s where s.id = new.survey_id;
  return null;
end $$;

create or replace function media_event(one survey_media, verb text) returns void language sql as $$
  select record_event('media.' || verb, s.team_id, s.project_id,
      jsonb_build_object('upload_key', s.upload_key,
        'media_key', coalesce(one.key, md5('survey_media ' || one.id::text)::uuid), 'status', one.status,
        'external_id', s.external_id))
    from survey s where s.id = one.survey_id
$$;

create or replace function record_speaker_event() returns trigger language plpgsql as $$
begin
  perform record_event('file.updated', f.team_id, f.project_id,
      jsonb_build_object('wav_key', f.key, 'status', f.status, 'external_id', f.external_id))
    from file f where f.recording_id = case when tg_op = 'DELETE' then old.recording_id else new.recording_id end;
  return null;
end $$;
