-- What the workspace lists, and the announcement of every change to whoever has it on screen.

-- With which key a program imported something; empty when a person did it in the workspace.
alter table file add column api_key_id bigint;
alter table file add constraint file_api_key foreign key (api_key_id) references api_key not valid;
alter table insight add column api_key_id bigint;
alter table insight add constraint insight_api_key foreign key (api_key_id) references api_key not valid;
alter table survey alter column api_key_id drop not null;

-- Imports by time, and the few that are under way or have failed among the many that are ready.
create index file_by_time on file (team_id, created_at desc, id desc) where status <> 'pending_upload' and kind <> 'survey';
create index file_working on file (team_id, created_at desc, id desc) where status = 'processing' and kind <> 'survey';
create index file_failed on file (team_id, created_at desc, id desc) where status = 'error';
create index insight_by_time on insight (team_id, created_at desc, id desc) where phase <> 'awaiting_upload';
create index insight_working on insight (team_id, created_at desc, id desc) where phase = 'processing';
create index insight_failed on insight (team_id, created_at desc, id desc) where phase = 'failed';
create index survey_by_time on survey (team_id, created_at desc, id desc) where started_at is not null;

-- Counting what a project holds reads these and no rows.
create index file_of_project on file (project_id) include (kind, status) where status <> 'pending_upload';
create index insight_of_project on insight (project_id) include (phase, state, created_by) where phase <> 'awaiting_upload';
create index survey_of_project on survey (project_id) include (status, completed_at) where started_at is not null;

-- When something in the project changed last.
alter table project add column changed_at timestamptz not null default now();
create index project_changed on project (team_id, changed_at desc, id desc)
  where archived_at is null and deleted_at is null;

-- Ten seconds are exact enough, and keep a busy project from being written for each of its imports. A row that
-- is locked is being written by somebody else: to wait for it could only delay, or deadlock, the change itself.
create function touch_project(touched bigint) returns void language sql as $$
  update project set changed_at = now() where id = (
    select id from project where id = touched and changed_at < now() - interval '10 seconds' for update skip locked)
$$;

-- The announcement is part of the transaction: it is heard when the change can be read, and never without it. See
-- docs/adr/0041 for what this costs. "by" lets those who listen keep the drafts of others to themselves.
create function announce(kind text, key text, team_id bigint, project_id bigint, change text, by bigint default null)
returns void language sql as $$
  select pg_notify('inlet_change', json_build_object('kind', kind, 'key', key, 'team', team_id, 'project', project_id,
    'change', change, 'by', by)::text)
$$;

create function file_changed() returns trigger language plpgsql as $$
begin
  perform announce('file', new.key::text, new.team_id, new.project_id,
    case when old.status <> new.status then 'status' else 'progress' end);
  if old.status <> new.status then perform touch_project(new.project_id); end if;
  return null;
end $$;
create trigger file_changed after update on file for each row
  when (new.kind <> 'survey' and (old.status, old.stage, old.percent) is distinct from (new.status, new.stage, new.percent))
  execute function file_changed();

create function insight_changed() returns trigger language plpgsql as $$
begin
  perform announce('insight', new.key::text, new.team_id, new.project_id, 'status',
    case when new.state = 1 then new.created_by end);
  perform touch_project(new.project_id);
  return null;
end $$;
create trigger insight_changed after update on insight for each row
  when ((old.phase, old.state) is distinct from (new.phase, new.state))
  execute function insight_changed();

create function survey_changed() returns trigger language plpgsql as $$
begin
  perform announce('survey', new.upload_key::text, new.team_id, new.project_id,
    case when old.status <> new.status then 'status' else 'progress' end);
  if old.status <> new.status then perform touch_project(new.project_id); end if;
  return null;
end $$;
create trigger survey_changed after update on survey for each row
  when ((old.status, old.response_count, old.part_count) is distinct from (new.status, new.response_count, new.part_count))
  execute function survey_changed();

create function import_removed() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'file' then
    perform announce('file', old.key::text, old.team_id, old.project_id, 'removed');
  elsif tg_table_name = 'insight' then
    perform announce('insight', old.key::text, old.team_id, old.project_id, 'removed',
      case when old.state = 1 then old.created_by end);
  else
    perform announce('survey', old.upload_key::text, old.team_id, old.project_id, 'removed');
  end if;
  perform touch_project(old.project_id);
  return null;
end $$;
-- What was begun and never completed was never shown, so nobody has to hear that it is gone.
create trigger file_removed after delete on file for each row
  when (old.kind <> 'survey' and old.status <> 'pending_upload') execute function import_removed();
create trigger insight_removed after delete on insight for each row
  when (old.phase <> 'awaiting_upload') execute function import_removed();
create trigger survey_removed after delete on survey for each row
  when (old.started_at is not null) execute function import_removed();

-- "access": who can open the project may be others than before, so those who cannot have to look again too.
create function project_changed() returns trigger language plpgsql as $$
begin
  perform announce('project', new.id::text, new.team_id, new.id,
    case when tg_op = 'INSERT' or (old.share_preference, old.shared_roles, old.owner_id, old.archived_at, old.deleted_at)
      is not distinct from (new.share_preference, new.shared_roles, new.owner_id, new.archived_at, new.deleted_at)
    then 'details' else 'access' end);
  return null;
end $$;
create trigger project_created after insert on project for each row execute function project_changed();
create trigger project_changed after update on project for each row
  when ((old.name, old.share_preference, old.shared_roles, old.owner_id, old.archived_at, old.deleted_at)
    is distinct from (new.name, new.share_preference, new.shared_roles, new.owner_id, new.archived_at, new.deleted_at))
  execute function project_changed();
