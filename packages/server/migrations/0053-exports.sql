-- Exports of projects. See docs/adr/0097.

-- No foreign key to the project, so that the previous release can still purge projects.
create table project_export (
  id              bigint generated always as identity primary key,
  key             uuid not null unique default gen_random_uuid(),
  team_id         bigint not null references team,
  project_id      bigint not null,
  api_key_id      bigint not null references api_key,
  contents        text[] not null check (contents <@ array['originals', 'derived', 'tables']),
  -- The token that requested it had participant:read.
  has_people      boolean not null,
  client_address  text not null,
  status          text not null default 'processing' check (status in ('processing', 'completed', 'failed', 'expired')),
  progress        smallint not null default 0 check (progress between 0 and 100),
  -- The time of the snapshot; null until all that was read in it is stored.
  as_of           timestamptz,
  -- Counts of what was left out, by reason.
  omitted         jsonb not null default '{}',
  size_bytes      bigint,
  failure_code    text,
  failure_message text,
  created_at      timestamptz not null default now(),
  completed_at    timestamptz,
  expires_at      timestamptz,
  check ((status = 'failed') = (failure_code is not null)),
  check ((status in ('completed', 'expired')) = (completed_at is not null)),
  check (completed_at is null or (as_of is not null and size_bytes is not null and expires_at is not null))
);
create unique index project_export_running on project_export (project_id) where status = 'processing';
create index project_export_of_project on project_export (project_id);
create index project_export_of_key on project_export (api_key_id, id);
create index project_export_expiring on project_export (expires_at) where status = 'completed';

create table export_volume (
  export_id  bigint not null references project_export on delete cascade,
  number     integer not null check (number > 0),
  volume_key text not null unique,
  bytes      bigint not null,
  sha256     text not null,
  primary key (export_id, number)
);

-- The files of an export: those of finished volumes, and objects that are still to be copied.
create table export_entry (
  export_id  bigint not null references project_export on delete cascade,
  number     integer not null,
  path       text not null,
  role       text not null,
  record_key uuid,
  -- The object to copy; null once it is in a volume.
  source     text,
  volume     integer,
  bytes      bigint,
  sha256     text,
  primary key (export_id, number),
  check ((volume is null) = (source is not null)),
  check ((volume is null) = (sha256 is null) and (volume is null) = (bytes is null))
);
create index export_entry_pending on export_entry (export_id, number) where volume is null;

create function record_export_event() returns trigger language plpgsql as $$
begin
  perform record_event('export.' || new.status, new.team_id, new.project_id,
    jsonb_build_object('export_key', new.key, 'status', new.status), null, new.api_key_id);
  return null;
end $$;
create trigger export_event after update on project_export for each row
  when (old.status = 'processing' and new.status in ('completed', 'failed')) execute function record_export_event();
