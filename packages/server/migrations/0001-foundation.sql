-- Teams, users, API keys, signing keys, the rate limiter and projects.

create table team (
  id                            bigint generated always as identity primary key,
  name                          text not null check (name <> ''),
  allow_manual_project_creation boolean not null default true,
  default_share_preference      smallint not null default 2 check (default_share_preference in (1, 2, 4)),
  default_shared_roles          smallint[] not null default '{}',
  default_supported_languages   text[] not null default '{en-US}',
  created_at                    timestamptz not null default now()
);

create table app_user (
  id           bigint generated always as identity primary key,
  team_id      bigint not null references team,
  email        text not null,
  name         text not null,
  role         smallint not null check (role in (0, 2, 3, 4)),
  suspended_at timestamptz,
  created_at   timestamptz not null default now(),
  unique (id, team_id)
);
create unique index app_user_email on app_user (lower(email));
create index app_user_team on app_user (team_id, id);

-- A personal key acts as its user. A team key acts for the team; its user is the person who made it and
-- who owns the projects it creates.
create table api_key (
  id                    bigint generated always as identity primary key,
  team_id               bigint not null references team,
  user_id               bigint not null,
  kind                  text not null check (kind in ('personal', 'team')),
  client_id             text not null unique,
  name                  text not null,
  scopes                text[] not null,
  rate_limit_per_minute integer check (rate_limit_per_minute between 1 and 1000),
  expires_at            timestamptz,
  revoked_at            timestamptz,
  last_used_at          timestamptz,
  created_at            timestamptz not null default now(),
  foreign key (user_id, team_id) references app_user (id, team_id)
);
create index api_key_team on api_key (team_id, id);

-- Several secrets of one key may be live at once, so that a rotation needs no downtime.
create table api_key_secret (
  id          bigint generated always as identity primary key,
  api_key_id  bigint not null references api_key,
  secret_hmac bytea not null,
  hint        text not null,
  expires_at  timestamptz,
  created_at  timestamptz not null default now()
);
create index api_key_secret_key on api_key_secret (api_key_id);

-- Keys that sign access tokens. The newest one whose active_from has passed signs; all of them verify.
create table signing_key (
  kid            text primary key,
  public_jwk     jsonb not null,
  private_sealed bytea not null,
  active_from    timestamptz not null,
  created_at     timestamptz not null default now()
);

-- Unlogged: a crash of the database forgives at most one window, and no request waits for the disk.
create unlogged table rate_limit (
  bucket text primary key,
  hits   timestamptz[] not null
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);

-- Takes up to wants[i] slots of each bucket and says how many were granted. The clock is read after the row
-- lock, so the times of one bucket never run backwards, whichever process asks. Buckets must come sorted and
-- unique: every caller then locks in one order and none can deadlock. A denial writes nothing.
create function rate_limit_take(buckets text[], limits integer[], wants integer[], window_ms integer)
returns table (granted integer, remaining integer, retry_after_ms integer, reset_ms integer)
language plpgsql as $$
declare
  i integer;
  old_hits timestamptz[];
  live timestamptz[];
  now_at timestamptz;
  span interval := make_interval(secs => window_ms / 1000.0);
begin
  for i in 1 .. cardinality(buckets) loop
    select hits into old_hits from rate_limit where bucket = buckets[i] for update;
    if not found then
      insert into rate_limit values (buckets[i], '{}') on conflict do nothing;
      select hits into old_hits from rate_limit where bucket = buckets[i] for update;
    end if;
    now_at := clock_timestamp();
    if old_hits[1] > now_at - span then
      live := old_hits;
    else
      select coalesce(array_agg(h), '{}') into live from unnest(old_hits) h where h > now_at - span;
    end if;
    granted := greatest(0, least(wants[i], limits[i] - cardinality(live)));
    if granted > 0 then
      live := live || array_fill(now_at, array[granted]);
      update rate_limit set hits = live where bucket = buckets[i];
    end if;
    remaining := greatest(0, limits[i] - cardinality(live));
    reset_ms := ceil(extract(epoch from live[1] + span - now_at) * 1000);
    -- With more hits than the limit (it was lowered), the slot frees when the surplus has left as well.
    retry_after_ms := case when granted < wants[i] then
      ceil(extract(epoch from live[greatest(1, cardinality(live) - limits[i] + 1)] + span - now_at) * 1000)
    else 0 end;
    return next;
  end loop;
end
$$;

create table project (
  id                    bigint generated always as identity primary key,
  team_id               bigint not null references team,
  owner_id              bigint not null,
  name                  text not null check (name <> ''),
  share_preference      smallint not null check (share_preference in (1, 2, 4)),
  shared_roles          smallint[] not null default '{}',
  supported_languages   text[] not null,
  transcript_language   text not null,
  default_ai_language   text not null,
  disable_search_ask_ai boolean not null default false,
  auto_ai_notes         jsonb,
  auto_pii_enabled      boolean not null default false,
  privacy               jsonb not null default '{}',
  archived_at           timestamptz,
  deleted_at            timestamptz,
  created_at            timestamptz not null default now(),
  foreign key (owner_id, team_id) references app_user (id, team_id)
);
-- Everything the access rule looks at is in the index, so counting a team's visible projects reads no rows.
create index project_live on project (team_id, id desc)
  include (owner_id, share_preference, shared_roles)
  where archived_at is null and deleted_at is null;

create table label_template (
  id         bigint generated always as identity primary key,
  project_id bigint not null unique references project,
  name       text not null,
  labels     jsonb not null default '[]',
  created_at timestamptz not null default now()
);
