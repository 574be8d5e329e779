-- The event log. Triggers write each event in the transaction of the change it reports, into an outbox. log_events moves
-- committed events from there to the log and numbers them, one caller at a time. So the log has one order, and nothing is
-- ever inserted before an event that has been read, however long other transactions run. See docs/adr/0077.

create table event_outbox (
  -- Changes of one record wait for each other, so their events are numbered in the order of the changes.
  number      bigint generated always as identity primary key,
  id          text not null default 'evt_' || replace(gen_random_uuid()::text, '-', ''),
  team_id     bigint not null,
  -- Null for an event of the API key alone.
  project_id  bigint,
  type        text not null,
  occurred_at timestamptz not null default clock_timestamp(),
  data        jsonb not null,
  -- The creator of a draft, as in draft_creator.
  draft_of    bigint,
  api_key_id  bigint
);

-- No foreign keys: events outlive what they report.
create table event (
  -- The UTC day on which the event was logged. It never decreases with the position.
  day         date not null,
  position    bigint not null,
  id          text not null,
  team_id     bigint not null,
  project_id  bigint,
  type        text not null,
  occurred_at timestamptz not null,
  data        jsonb not null,
  draft_of    bigint,
  api_key_id  bigint,
  primary key (day, position)
) partition by range (day);
create index event_of_team on event (team_id, day, position);

create function add_event_day(added date) returns void language plpgsql as $$
begin
  execute format('create table if not exists %I partition of event for values from (%L) to (%L)',
    'event_' || to_char(added, 'YYYYMMDD'), added, added + 1);
end $$;

-- The end of the log. Its lock lets one caller at a time write to the log.
create table event_head (
  is_only  boolean primary key default true check (is_only),
  day      date not null,
  position bigint not null
);
insert into event_head (day, position) values ((now() at time zone 'UTC')::date, 0);
select add_event_day(day) from event_head;

-- Returns the number of events that were moved.
create function log_events(max_count integer) returns integer language plpgsql as $$
declare
  today date := (now() at time zone 'UTC')::date;
  head  event_head;
  moved integer;
begin
  select * into head from event_head for update;
  if head.day < today then
    perform add_event_day(today);
    head.day := today;
  end if;
  with taken as (
    delete from event_outbox where number in (select number from event_outbox order by number limit max_count) returning *),
  logged as (
    insert into event (day, position, id, team_id, project_id, type, occurred_at, data, draft_of, api_key_id)
    select head.day, head.position + row_number() over (order by number), id, team_id, project_id, type, occurred_at, data,
      draft_of, api_key_id
    from taken returning 1)
  select count(*) into moved from logged;
  update event_head set day = head.day, position = head.position + moved;
  return moved;
end $$;

-- Who could open a project that no longer exists. Its events are retained.
create table purged_project (
  id               bigint primary key,
  team_id          bigint not null,
  owner_id         bigint not null,
  api_key_id       bigint,
  share_preference smallint not null,
  shared_roles     smallint[] not null,
  purged_at        timestamptz not null default now()
);

-- plpgsql, because it keeps the plans: a function in SQL would plan both statements at every call.
create function record_event(type text, team_id bigint, project_id bigint, data jsonb, draft_of bigint default null,
  api_key_id bigint default null) returns void language plpgsql as $$
begin
  insert into event_outbox (type, team_id, project_id, data, draft_of, api_key_id)
    values (record_event.type, record_event.team_id, record_event.project_id, record_event.data, record_event.draft_of,
      record_event.api_key_id);
  perform pg_notify('inlet_event', record_event.team_id::text);
end $$;

create function record_project_event() returns trigger language plpgsql as $$
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
  perform record_event('project.' || verb, one.team_id, one.id, '{}');
  return null;
end $$;
create trigger project_event after insert or update or delete on project for each row
  execute function record_project_event();

create function record_file_event() returns trigger language plpgsql as $$
declare
  one  file := case when tg_op = 'DELETE' then old else new end;
  verb text := case when tg_op = 'DELETE' then 'purged' when old.status <> new.status then new.status else 'updated' end;
begin
  perform record_event('file.' || verb, one.team_id, one.project_id,
    jsonb_build_object('wav_key', one.key, 'status', one.status));
  return null;
end $$;
-- Uploads that were never completed, and the files that stand for surveys, have no events.
create trigger file_event after update on file for each row
  when (new.kind <> 'survey' and new.status in ('processing', 'completed', 'error')
    and (old.status, old.name, old.project_id) is distinct from (new.status, new.name, new.project_id))
  execute function record_file_event();
create trigger file_purged after delete on file for each row
  when (old.kind <> 'survey' and old.status <> 'pending_upload') execute function record_file_event();

create function record_insight_event() returns trigger language plpgsql as $$
declare
  one  insight := case when tg_op = 'DELETE' then old else new end;
  verb text := case when tg_op = 'DELETE' then 'purged' when old.phase <> new.phase then new.phase else 'updated' end;
begin
  perform record_event('insight.' || verb, one.team_id, one.project_id,
    jsonb_build_object('insight_key', one.key, 'insight_state', one.state,
      'status', case one.phase when 'processing' then 'pending' else one.phase end),
    case when one.state = 1 then draft_creator(one.created_by, one.api_key_id) end);
  return null;
end $$;
create trigger insight_event after update on insight for each row
  when (new.phase <> 'awaiting_upload'
    and (old.phase, old.state, old.name, old.project_id) is distinct from (new.phase, new.state, new.name, new.project_id))
  execute function record_insight_event();
create trigger insight_purged after delete on insight for each row
  when (old.phase <> 'awaiting_upload') execute function record_insight_event();

create function record_survey_event() returns trigger language plpgsql as $$
declare
  one  survey := case when tg_op = 'DELETE' then old else new end;
  verb text := case when tg_op = 'DELETE' then 'purged' when old.status <> new.status then lower(new.status)
    else 'updated' end;
begin
  perform record_event('survey.' || verb, one.team_id, one.project_id,
    jsonb_build_object('upload_key', one.upload_key, 'survey_key', one.survey_key, 'status', one.status));
  return null;
end $$;
create trigger survey_event after update on survey for each row
  when (new.started_at is not null
    and (old.status, old.name, old.project_id) is distinct from (new.status, new.name, new.project_id))
  execute function record_survey_event();
create trigger survey_purged after delete on survey for each row
  when (old.started_at is not null) execute function record_survey_event();

create function record_part_event() returns trigger language plpgsql as $$
begin
  perform record_event('part.' || lower(new.status), s.team_id, s.project_id,
      jsonb_build_object('upload_key', s.upload_key, 'part_number', new.number, 'status', new.status))
    from survey s where s.id = new.survey_id;
  return null;
end $$;
create trigger part_event after update on survey_part for each row
  when (old.status <> new.status and new.status in ('PROCESSED', 'FAILED')) execute function record_part_event();

create function media_event(one survey_media, verb text) returns void language sql as $$
  select record_event('media.' || verb, s.team_id, s.project_id,
      jsonb_build_object('upload_key', s.upload_key,
        'media_key', coalesce(one.key, md5('survey_media ' || one.id::text)::uuid), 'status', one.status))
    from survey s where s.id = one.survey_id
$$;

create function record_media_event() returns trigger language plpgsql as $$
begin
  if old.status <> new.status and new.status in ('LINKED', 'FAILED') then
    perform media_event(new, lower(new.status));
  end if;
  if old.recording_failure_code is null and new.recording_failure_code is not null then
    perform media_event(new, 'error');
  end if;
  -- A protected recording is attached with its finished transcript.
  if old.recording_id is distinct from new.recording_id and exists (
      select from transcript where recording_id = new.recording_id and completed_at is not null) then
    perform media_event(new, 'completed');
  end if;
  return null;
end $$;
create trigger media_event after update on survey_media for each row
  when ((old.status, old.recording_id, old.recording_failure_code) is distinct from
    (new.status, new.recording_id, new.recording_failure_code))
  execute function record_media_event();

-- The recording of a media file is completed when its transcript is.
create function record_transcript_event() returns trigger language plpgsql as $$
begin
  perform media_event(m, 'completed') from survey_media m where m.recording_id = new.recording_id;
  return null;
end $$;
create trigger transcript_written after insert on transcript for each row
  when (new.completed_at is not null) execute function record_transcript_event();
create trigger transcript_completed after update on transcript for each row
  when (old.completed_at is null and new.completed_at is not null) execute function record_transcript_event();

create function record_speaker_event() returns trigger language plpgsql as $$
begin
  perform record_event('file.updated', f.team_id, f.project_id,
      jsonb_build_object('wav_key', f.key, 'status', f.status))
    from file f where f.recording_id = case when tg_op = 'DELETE' then old.recording_id else new.recording_id end;
  return null;
end $$;
create trigger speaker_event after insert or update or delete on speaker_name for each row
  execute function record_speaker_event();

-- Calls to everything except imports are counted separately. Null: the default of the instance.
alter table api_key add column read_rate_limit_per_minute integer check (read_rate_limit_per_minute between 1 and 10000);
