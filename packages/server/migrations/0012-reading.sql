-- What the reading screens of the workspace need: lists by project, search over everything, names of speakers, an audit
-- of what operators do, and announcements of the kinds that were silent so far.

-- A project's own list, however large its team is.
create index file_in_project on file (project_id, created_at desc, id desc)
  where status <> 'pending_upload' and kind <> 'survey';
create index insight_in_project on insight (project_id, created_at desc, id desc) where phase <> 'awaiting_upload';
create index survey_in_project on survey (project_id, created_at desc, id desc) where started_at is not null;
create index survey_media_in_order on survey_media (survey_id, id);
create index survey_media_of_response on survey_media (survey_id, response_id) where response_id is not null;
create index survey_media_of_person on survey_media (survey_id, respondent_id) where respondent_id is not null;

-- Pages of documents and images, and segments of transcripts, beside the notes. The new check is wider than the old one.
alter table search_entry
  drop constraint search_entry_kind_check,
  add constraint search_entry_kind_check check (kind in ('note', 'page', 'segment')) not valid;

-- Null until it can be found. What was read before this migration is null too, and the sweeper sees to it.
alter table extraction add column indexed_at timestamptz;
create index extraction_unindexed on extraction (id) where indexed_at is null;
alter table transcript add column indexed_at timestamptz;
create index transcript_unindexed on transcript (recording_id) where indexed_at is null and completed_at is not null;

-- The words of a name with the mark of its team, which no text can hold because of the space in it.
create function name_words(team_id bigint, name text) returns tsvector
  language sql immutable parallel safe
  return searchable_words(translate(name, '._-/\@+()[]&,;:', '               '))
    || array_to_tsvector(array['team ' || team_id::text]);
create index file_names on file using gin (name_words(team_id, name))
  where status <> 'pending_upload' and kind <> 'survey';
create index insight_names on insight using gin (name_words(team_id, name)) where phase <> 'awaiting_upload';
create index survey_names on survey using gin (name_words(team_id, name)) where started_at is not null;
create index project_names on project using gin (name_words(team_id, name))
  where archived_at is null and deleted_at is null;
create index participant_names on participant using gin (name_words(team_id, coalesce(name, '') || ' ' || email));
create index participant_newest on participant (team_id, id desc);

-- Lies over what the engine said, which stays. "speaker" is the engine's word, empty where it told none; segment -1 means
-- all lines of that speaker.
create table speaker_name (
  recording_id bigint not null references recording on delete cascade,
  speaker      text not null,
  segment      integer not null default -1,
  name         text not null check (name <> ''),
  named_by     bigint not null references app_user,
  named_at     timestamptz not null default now(),
  primary key (recording_id, segment, speaker)
);

create table audit_entry (
  id      bigint generated always as identity primary key,
  at      timestamptz not null default now(),
  user_id bigint not null references app_user,
  action  text not null,
  subject text not null,
  details jsonb not null default '{}'
);

-- What failed last in the whole instance, and what it holds, without reading a row.
create index file_failed_last on file (completed_at desc) where status = 'error';
create index insight_failed_last on insight (completed_at desc) where phase = 'failed';
create index survey_failed_last on survey (started_at desc) where status = 'FAILED';
create index survey_media_failed_last on survey_media (id desc) where status = 'FAILED';
create index file_stored on file (started_at) include (object_bytes) where object_bytes is not null;
create index insight_stored on insight (started_at) include (object_bytes) where object_bytes is not null;

create function survey_media_changed() returns trigger language plpgsql as $$
begin
  perform announce('media', new.id::text, s.team_id, s.project_id,
      case when old.status <> new.status then 'status' else 'details' end)
    from survey s where s.id = new.survey_id;
  return null;
end $$;
create trigger survey_media_changed after update on survey_media for each row
  when ((old.status, old.recording_id, old.recording_failure_code) is distinct from
    (new.status, new.recording_id, new.recording_failure_code))
  execute function survey_media_changed();

create function speaker_named() returns trigger language plpgsql as $$
declare
  named bigint := case when tg_op = 'DELETE' then old.recording_id else new.recording_id end;
begin
  perform announce('file', key::text, team_id, project_id, 'details') from file where recording_id = named;
  perform announce('media', m.id::text, s.team_id, s.project_id, 'details')
    from survey_media m join survey s on s.id = m.survey_id where m.recording_id = named;
  return null;
end $$;
create trigger speaker_named after insert or update or delete on speaker_name for each row
  execute function speaker_named();

-- What belongs to the whole team is announced with project 0. An import adds thousands of people at once, so those who
-- join are told of together; equal announcements of one transaction become one.
create function participants_joined() returns trigger language plpgsql as $$
begin
  perform announce('participant', '0', team_id, 0, 'details') from (select distinct team_id from joined) teams;
  return null;
end $$;
create trigger participants_joined after insert on participant referencing new table as joined
  for each statement execute function participants_joined();

create function participant_removed() returns trigger language plpgsql as $$
begin
  perform announce('participant', old.id::text, old.team_id, 0, 'removed');
  return null;
end $$;
create trigger participant_removed after delete on participant for each row execute function participant_removed();

create function api_key_changed() returns trigger language plpgsql as $$
begin
  perform announce('api_key', new.client_id, new.team_id, 0, 'details',
    case when new.kind = 'personal' then new.user_id end);
  return null;
end $$;
create trigger api_key_created after insert on api_key for each row execute function api_key_changed();
create trigger api_key_changed after update on api_key for each row
  when ((old.name, old.revoked_at, old.expires_at) is distinct from (new.name, new.revoked_at, new.expires_at))
  execute function api_key_changed();

create function api_key_secret_changed() returns trigger language plpgsql as $$
begin
  perform announce('api_key', client_id, team_id, 0, 'details', case when kind = 'personal' then user_id end)
    from api_key where id = new.api_key_id;
  return null;
end $$;
create trigger api_key_secret_changed after insert or update on api_key_secret for each row
  execute function api_key_secret_changed();

create function member_changed() returns trigger language plpgsql as $$
begin
  perform announce('member', new.id::text, new.team_id, 0, 'details');
  return null;
end $$;
create trigger member_joined after insert on app_user for each row execute function member_changed();
create trigger member_changed after update on app_user for each row
  when ((old.name, old.role, old.suspended_at) is distinct from (new.name, new.role, new.suspended_at))
  execute function member_changed();

create function team_changed() returns trigger language plpgsql as $$
begin
  perform announce('team', new.id::text, new.id, 0, 'details');
  return null;
end $$;
create trigger team_changed after update on team for each row
  when (old.* is distinct from new.*) execute function team_changed();
