-- Webhooks, and the deliveries of events to them. See docs/adr/0079.

create table webhook (
  id                     bigint generated always as identity primary key,
  key                    uuid not null unique default gen_random_uuid(),
  team_id                bigint not null references team,
  api_key_id             bigint not null references api_key,
  url                    text not null,
  -- Filters such as file.completed or file.*. Empty: all types.
  types                  text[] not null,
  -- Empty: all projects that the API key can access.
  project_ids            bigint[] not null,
  description            text not null,
  status                 text not null default 'enabled' check (status in ('enabled', 'disabled')),
  disabled_reason        text check (disabled_reason in ('failing', 'gone', 'key_inactive', 'manual')),
  secret_sealed          bytea not null,
  previous_secret_sealed bytea,
  previous_expires_at    timestamptz,
  -- The first of the failed attempts since the last success.
  failing_since          timestamptz,
  -- How the receiver behaved last. Each lane has slots of its own in a worker.
  lane                   text not null default 'unproven' check (lane in ('prompt', 'busy', 'unproven')),
  served_at              timestamptz,
  -- The worker that holds the lease is the only one that sends to this webhook.
  lease                  uuid,
  leased_until           timestamptz,
  created_at             timestamptz not null default now(),
  check ((status = 'disabled') = (disabled_reason is not null)),
  check ((previous_secret_sealed is null) = (previous_expires_at is null)),
  check ((lease is null) = (leased_until is null))
);
create index webhook_of_key on webhook (api_key_id, id);
create index webhook_of_team on webhook (team_id, id);
create index webhook_in_lane on webhook (lane, served_at nulls first) where status = 'enabled';

-- What is still to be sent. Small and rewritten often, so it is separate from what has ended.
create table pending_delivery (
  webhook_id     bigint not null references webhook on delete cascade,
  event_day      date not null,
  event_position bigint not null,
  key            uuid not null default gen_random_uuid(),
  event_id       text not null,
  type           text not null,
  due_at         timestamptz not null default now(),
  -- Of the current round.
  attempt_count  smallint not null default 0,
  -- Newest first, at most 20.
  attempts       jsonb not null default '[]',
  primary key (webhook_id, event_day, event_position)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
create index pending_delivery_due on pending_delivery (webhook_id, due_at);
create unique index pending_delivery_key on pending_delivery (key);

-- By the day of the event, so that deliveries are dropped with their events. No foreign key: deleting a webhook must not
-- wait for the deletion of its deliveries, which the nightly cleanup does.
create table ended_delivery (
  webhook_id     bigint not null,
  event_day      date not null,
  event_position bigint not null,
  key            uuid not null,
  event_id       text not null,
  type           text not null,
  status         text not null check (status in ('succeeded', 'failed')),
  attempts       jsonb not null,
  primary key (webhook_id, event_day, event_position)
) partition by range (event_day);
create index ended_delivery_of_status on ended_delivery (webhook_id, status, event_day, event_position);
create index ended_delivery_key on ended_delivery (key);

create or replace function add_event_day(added date) returns void language plpgsql as $$
declare
  parent text;
begin
  foreach parent in array array['event', 'ended_delivery'] loop
    execute format('create table if not exists %I partition of %I for values from (%L) to (%L)',
      parent || '_' || to_char(added, 'YYYYMMDD'), parent, added, added + 1);
  end loop;
end $$;
select add_event_day(day) from (select day from event_head union select day from event) logged;

-- Logs the events and queues their deliveries in one transaction. What the API key may see is checked when an event is sent.
create or replace function log_events(max_count integer) returns integer language plpgsql as $$
declare
  today  date := (now() at time zone 'UTC')::date;
  head   event_head;
  moved  integer;
  queued integer;
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
    from taken returning day, position, id, team_id, project_id, type),
  matched as (
    select w.id as webhook_id, l.day, l.position, l.id, l.type
    from logged l join webhook w on w.team_id = l.team_id
    where w.status = 'enabled' and matches_webhook(w, l.type, l.project_id)
    -- Waits for a webhook that is being disabled or deleted, and then skips it.
    for share of w),
  delivered as (
    insert into pending_delivery (webhook_id, event_day, event_position, event_id, type)
    select webhook_id, day, position, id, type from matched returning 1)
  select (select count(*) from logged), (select count(*) from delivered) into moved, queued;
  update event_head set day = head.day, position = head.position + moved;
  if queued > 0 then perform pg_notify('inlet_delivery', ''); end if;
  return moved;
end $$;

-- The filters of a webhook. What happens to webhooks is only logged: an event about a failing webhook would fail as well.
create function matches_webhook(w webhook, type text, project_id bigint) returns boolean language sql stable as $$
  select split_part(type, '.', 1) <> 'webhook'
    and (w.types = '{}' or type = any (w.types) or split_part(type, '.', 1) || '.*' = any (w.types))
    and (w.project_ids = '{}' or project_id = any (w.project_ids))
$$;
