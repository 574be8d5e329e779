-- The trash: deleted records belong to a hidden project of their team until they are restored or purged, so that whatever
-- is restricted to accessible projects excludes them. See docs/adr/0089.

-- Always deleted, so that nobody can open it.
alter table project add column is_trash boolean not null default false,
  add constraint project_trash_check check (not is_trash or deleted_at is not null) not valid;
create unique index project_trash on project (team_id) where is_trash;

alter table team add column trash_days smallint not null default 30
  constraint team_trash_days check (trash_days between 0 and 365);

-- No foreign keys: an abandoned upload may be removed before its entry.
create table trash_entry (
  id         bigint generated always as identity primary key,
  team_id    bigint not null,
  kind       text not null check (kind in ('insight', 'file', 'survey', 'project')),
  record_id  bigint not null,
  -- Where it is restored to.
  project_id bigint not null,
  deleted_at timestamptz not null default now(),
  -- The sweeper purges it although its time is not over.
  is_due     boolean not null default false,
  unique (kind, record_id)
);
create index trash_entry_of_team on trash_entry (team_id, id desc);
create index trash_entry_of_project on trash_entry (project_id);
create index trash_entry_by_time on trash_entry (deleted_at);

create function is_trash(project_id bigint) returns boolean language sql stable as $$
  select coalesce((select p.is_trash from project p where p.id = is_trash.project_id), false)
$$;

-- A restored record is equal to the one that was deleted.
create or replace function set_updated_at() returns trigger language plpgsql as $$
begin
  if old.project_id = new.project_id or not (is_trash(old.project_id) or is_trash(new.project_id)) then
    new.updated_at := now();
  end if;
  return new;
end $$;

-- What happened to a record and the project to which its event belongs; no row for what happens inside the trash.
create function trash_event(kind text, record_id bigint, from_project bigint, to_project bigint)
returns table (verb text, project_id bigint) language plpgsql stable as $$
begin
  if to_project is null then
    return query select 'purged', coalesce((select e.project_id from trash_entry e
      where e.kind = trash_event.kind and e.record_id = trash_event.record_id), from_project);
  elsif from_project = to_project then
    if not is_trash(to_project) then return query select null::text, to_project; end if;
  elsif is_trash(to_project) then return query select 'deleted', from_project;
  elsif is_trash(from_project) then return query select 'restored', to_project;
  else return query select null::text, to_project;
  end if;
end $$;

create or replace function record_file_event() returns trigger language plpgsql as $$
declare
  one   file := case when tg_op = 'DELETE' then old else new end;
  event record;
begin
  select * into event from trash_event('file', one.id, old.project_id, case when tg_op = 'UPDATE' then new.project_id end);
  if not found then return null; end if;
  perform record_event('file.' || coalesce(event.verb, case when old.status <> new.status then new.status else 'updated' end),
    one.team_id, event.project_id,
    jsonb_build_object('wav_key', one.key, 'status', one.status, 'external_id', one.external_id));
  return null;
end $$;

create or replace function record_insight_event() returns trigger language plpgsql as $$
declare
  one   insight := case when tg_op = 'DELETE' then old else new end;
  event record;
begin
  select * into event from trash_event('insight', one.id, old.project_id, case when tg_op = 'UPDATE' then new.project_id end);
  if not found then return null; end if;
  perform record_event('insight.' || coalesce(event.verb, case when old.phase <> new.phase then new.phase else 'updated' end),
    one.team_id, event.project_id,
    jsonb_build_object('insight_key', one.key, 'insight_state', one.state,
      'status', case one.phase when 'processing' then 'pending' else one.phase end, 'external_id', one.external_id),
    case when one.state = 1 then draft_creator(one.created_by, one.api_key_id) end);
  return null;
end $$;

create or replace function record_survey_event() returns trigger language plpgsql as $$
declare
  one   survey := case when tg_op = 'DELETE' then old else new end;
  event record;
begin
  select * into event from trash_event('survey', one.id, old.project_id, case when tg_op = 'UPDATE' then new.project_id end);
  if not found then return null; end if;
  perform record_event('survey.' ||
      coalesce(event.verb, case when old.status <> new.status then lower(new.status) else 'updated' end),
    one.team_id, event.project_id,
    jsonb_build_object('upload_key', one.upload_key, 'survey_key', one.survey_key, 'status', one.status,
      'external_id', one.external_id));
  return null;
end $$;

create or replace function record_project_event() returns trigger language plpgsql as $$
declare
  one  project := case when tg_op = 'DELETE' then old else new end;
  verb text;
begin
  if one.is_trash then return null;
  elsif tg_op = 'INSERT' then verb := 'created';
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
