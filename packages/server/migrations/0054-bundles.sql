-- Imports of bundles: the volumes of an exported project become a new project. See docs/adr/0099.

create table bundle (
  id              bigint generated always as identity primary key,
  key             uuid not null unique default gen_random_uuid(),
  team_id         bigint not null references team,
  api_key_id      bigint not null references api_key,
  -- Of the new project; null for the name in the bundle.
  name            text check (name <> ''),
  volume_count    integer not null check (volume_count > 0),
  client_address  text not null,
  status          text not null default 'awaiting_upload'
                  check (status in ('awaiting_upload', 'processing', 'completed', 'failed')),
  progress        smallint not null default 0 check (progress between 0 and 100),
  -- Counts of what the export had left out, by reason; null until the manifest has been read.
  omitted         jsonb,
  -- No foreign key, so that the previous release can still purge projects.
  project_id      bigint,
  failure_code    text,
  failure_message text,
  created_at      timestamptz not null default now(),
  -- When a descriptor was last issued.
  waiting_since   timestamptz not null default now(),
  started_at      timestamptz,
  completed_at    timestamptz,
  check ((status = 'failed') = (failure_code is not null)),
  check ((status = 'completed') = (project_id is not null)),
  check ((status in ('completed', 'failed')) = (completed_at is not null))
);
create index bundle_waiting on bundle (waiting_since) where status = 'awaiting_upload';
create index bundle_running on bundle (id) where status = 'processing';
create index bundle_ended on bundle (completed_at) where completed_at is not null;

-- The uploaded archives. They are deleted when the import ends.
create table bundle_volume (
  bundle_id    bigint not null references bundle on delete cascade,
  number       integer not null check (number > 0),
  upload_key   text not null unique,
  -- The version of the upload that is imported; null until complete has found it.
  object_etag  text,
  object_bytes bigint,
  -- Its files are listed in bundle_entry.
  is_listed    boolean not null default false,
  primary key (bundle_id, number),
  check ((object_etag is null) = (object_bytes is null))
);

-- The files of a running import: where each is in its archive, what the manifest says of it, and the object it became.
create table bundle_entry (
  bundle_id     bigint not null references bundle on delete cascade,
  path          text not null,
  volume        integer not null,
  header_offset bigint not null,
  packed_bytes  bigint not null,
  bytes         bigint not null,
  is_compressed boolean not null,
  -- In the order of the manifest; null until the manifest has been read.
  number        integer,
  -- The path without the file name.
  folder        text collate "C",
  role          text,
  sha256        text,
  object_key    text unique,
  object_etag   text,
  primary key (bundle_id, path),
  check ((number is null) = (sha256 is null) and (number is null) = (role is null) and (number is null) = (folder is null)),
  check ((object_key is null) = (object_etag is null))
);
create unique index bundle_entry_by_number on bundle_entry (bundle_id, number);
create index bundle_entry_by_folder on bundle_entry (bundle_id, folder);

create function record_bundle_event() returns trigger language plpgsql as $$
begin
  perform record_event('bundle.' || new.status, new.team_id, new.project_id,
    jsonb_build_object('bundle_key', new.key, 'status', new.status), null, new.api_key_id);
  return null;
end $$;
create trigger bundle_event after update on bundle for each row
  when (old.status = 'processing' and new.status in ('completed', 'failed')) execute function record_bundle_event();
