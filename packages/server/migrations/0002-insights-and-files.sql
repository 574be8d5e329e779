-- Insights and files: one record for each import, what was uploaded for it, and what was read out of it.

-- Objects that no record needs, or not yet. A key is written here before its object is made and removed in
-- the transaction that gives it an owner, so a crash in between leaves nothing that is not swept.
create table object_trash (
  object_key text primary key,
  due_at     timestamptz not null
);
create index object_trash_due on object_trash (due_at);

-- What processing read out of a document or image, shared by insights and files.
create table extraction (
  id            bigint generated always as identity primary key,
  page_count    integer,
  width         integer,
  height        integer,
  viewer_key    text,
  thumbnail_key text,
  -- What is missing in a result that is good otherwise, e.g. scanned pages that could not be read in time.
  notices       text[] not null default '{}',
  created_at    timestamptz not null default now()
);

create table extraction_page (
  extraction_id bigint not null references extraction on delete cascade,
  number        integer not null,
  source        text not null check (source in ('text', 'ocr', 'none')),
  text          text not null,
  primary key (extraction_id, number)
);

create table insight (
  id              bigint generated always as identity primary key,
  key             uuid not null unique default gen_random_uuid(),
  team_id         bigint not null references team,
  project_id      bigint not null references project,
  created_by      bigint not null references app_user,
  name            text not null,
  extension       text not null,
  phase           text not null default 'awaiting_upload'
                  check (phase in ('awaiting_upload', 'processing', 'completed', 'failed')),
  state           smallint not null default 1 check (state in (0, 1, 2)),
  should_publish  boolean not null default false,
  upload_key      text not null unique,
  object_key      text unique,
  object_etag     text,
  object_bytes    bigint,
  extraction_id   bigint unique references extraction,
  failure_code    text,
  failure_message text,
  created_at      timestamptz not null default now(),
  started_at      timestamptz,
  completed_at    timestamptz,
  check ((phase = 'awaiting_upload') = (object_key is null)),
  check ((phase = 'completed') = (extraction_id is not null)),
  check ((phase = 'failed') = (failure_code is not null))
);
create index insight_at_work on insight (started_at) where phase = 'processing';
create index insight_newest on insight (team_id, id desc) include (project_id);
create index insight_waiting on insight (created_at) where phase = 'awaiting_upload';

-- A "wav record" of the contract.
create table file (
  id              bigint generated always as identity primary key,
  key             uuid not null unique default gen_random_uuid(),
  team_id         bigint not null references team,
  project_id      bigint not null references project,
  created_by      bigint not null references app_user,
  name            text not null,
  extension       text not null,
  kind            text not null check (kind in ('audio', 'video', 'document', 'image')),
  status          text not null default 'pending_upload'
                  check (status in ('pending_upload', 'processing', 'completed', 'error', 'recording')),
  upload_key      text not null unique,
  object_key      text unique,
  object_etag     text,
  object_bytes    bigint,
  extraction_id   bigint unique references extraction,
  failure_code    text,
  failure_message text,
  created_at      timestamptz not null default now(),
  started_at      timestamptz,
  completed_at    timestamptz,
  check ((status = 'pending_upload') = (object_key is null)),
  check ((status = 'error') = (failure_code is not null))
);
create index file_at_work on file (started_at) where status = 'processing';
create index file_newest on file (team_id, id desc) include (project_id);
create index file_waiting on file (created_at) where status = 'pending_upload';
