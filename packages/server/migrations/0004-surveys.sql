-- Surveys: the upload with its parts and media, and what its columns are.

-- A survey has a wav record of its own, which has no object and waits for none. The new checks are wider than
-- the old ones, so what is there already need not be read again.
alter table file
  drop constraint file_kind_check,
  add constraint file_kind_check check (kind in ('audio', 'video', 'document', 'image', 'survey')) not valid,
  drop constraint file_check,
  add constraint file_object_check
    check ((kind = 'survey' and object_key is null) or (status = 'pending_upload') = (object_key is null)) not valid,
  alter column upload_key drop not null,
  add constraint file_upload_check check ((kind = 'survey') = (upload_key is null)) not valid,
  add constraint file_survey_check check (kind <> 'survey' or status in ('processing', 'completed')) not valid;

create table survey (
  id                    bigint generated always as identity primary key,
  survey_key            uuid not null unique default gen_random_uuid(),
  upload_key            uuid not null unique default gen_random_uuid(),
  file_id               bigint not null unique references file,
  team_id               bigint not null references team,
  project_id            bigint not null references project,
  api_key_id            bigint not null references api_key,
  idempotency_key       text,
  name                  text not null,
  status                text not null default 'AWAITING_UPLOAD'
                        check (status in ('AWAITING_UPLOAD', 'VALIDATING', 'PROCESSING', 'COMPLETED', 'FAILED')),
  part_count            integer not null check (part_count > 0),
  column_mapping        jsonb not null default '{}',
  auto_map              boolean not null,
  add_to_research_panel boolean not null,
  media_config          jsonb,
  error_details         jsonb not null default '{}',
  response_count        bigint not null default 0,
  mapped_at             timestamptz,
  created_at            timestamptz not null default now(),
  -- When a descriptor was last given out. Whoever asks for none for a day has gone.
  waiting_since         timestamptz not null default now(),
  -- When the work at hand was asked for.
  started_at            timestamptz,
  -- The moment before which the last append was not answered: a call received until then came at the same time.
  appended_at           timestamptz,
  -- The last time it was complete; stays while appended parts are under way.
  completed_at          timestamptz,
  unique (team_id, idempotency_key),
  check ((status = 'FAILED') = (error_details <> '{}')),
  check (status <> 'COMPLETED' or (completed_at is not null and mapped_at is not null))
);
create index survey_at_work on survey (started_at) where status in ('VALIDATING', 'PROCESSING');
create index survey_completed on survey (team_id, id desc) include (project_id) where completed_at is not null;
create index survey_waiting on survey (waiting_since) where status = 'AWAITING_UPLOAD' and completed_at is null;

create table survey_part (
  survey_id    bigint not null references survey on delete cascade,
  number       integer not null check (number > 0),
  status       text not null default 'PENDING' check (status in ('PENDING', 'UPLOADED', 'PROCESSED', 'FAILED')),
  -- Where the newest descriptor puts the part: another key for each retry, so an older upload never counts.
  upload_key   text not null unique,
  object_key   text unique,
  object_etag  text,
  object_bytes bigint,
  row_count    integer,
  processed_at timestamptz,
  primary key (survey_id, number),
  check ((status = 'PROCESSED') = (row_count is not null))
);

create table survey_column (
  survey_id  bigint not null references survey on delete cascade,
  -- Its place in the header of the first part, from 0.
  position   integer not null,
  name       text not null,
  type       text not null check (type in ('Name', 'Email', 'Timestamp', 'Open-ended', 'Single choice', 'Multi choice',
               'NPS', 'Ranking', 'MEDIA_RESPONSE', 'Do nothing')),
  confidence real not null,
  reason     text not null,
  separator  text,
  date_order text check (date_order in ('day-first', 'month-first', 'undecided')),
  -- Its place in the array of the responses that holds its kind of answer, from 1.
  slot       integer,
  primary key (survey_id, position)
);

create table survey_media (
  id              bigint generated always as identity primary key,
  survey_id       bigint not null references survey on delete cascade,
  -- In NFC, as all names are compared.
  filename        text not null,
  status          text not null default 'PENDING' check (status in ('PENDING', 'UPLOADED', 'LINKED', 'FAILED')),
  media_level     text check (media_level in ('RESPONDENT', 'RESPONSE')),
  upload_key      text not null unique,
  object_key      text unique,
  object_etag     text,
  object_bytes    bigint,
  response_id     integer,
  respondent_id   integer,
  failure_code    text,
  failure_message text,
  -- The recording made of it, once it is linked, or why there is none.
  recording_id    bigint unique references recording,
  recording_failure_code    text,
  recording_failure_message text,
  created_at      timestamptz not null default now(),
  unique (survey_id, filename),
  check ((status = 'LINKED') = (media_level is not null)),
  check ((media_level = 'RESPONSE') = (response_id is not null)),
  check ((media_level = 'RESPONDENT') = (respondent_id is not null)),
  check ((status = 'FAILED') = (failure_code is not null))
);
-- The sweeper looks for files that wait to be seen or to be linked, which are few at any time.
create index survey_media_waiting on survey_media (survey_id) where status in ('PENDING', 'UPLOADED');
