-- Who created a project or a private draft when a key did: a person through one of their own keys, or a team key.

-- The key that created the project; null for a person in the workspace and for projects of earlier releases.
alter table project add column api_key_id bigint;
alter table project add constraint project_api_key foreign key (api_key_id) references api_key not valid;

-- The creator of a draft as one number: the id of the user, or the negative id of the team key.
create function draft_creator(created_by bigint, api_key_id bigint) returns bigint language sql stable as $$
  select coalesce((select -k.id from api_key k where k.id = draft_creator.api_key_id and k.kind = 'team'),
    draft_creator.created_by)
$$;

-- Transactions that are still counting with the old function finish first, so that 0030 recounts everything they wrote.
lock table insight in share row exclusive mode;

-- The creator is looked up as draft_creator does it, without the call: at every insert, that would take as long as the rest.
create or replace function insight_counted() returns trigger language plpgsql as $$
begin
  insert into import_tally_change (team_id, drafter_id, project_id, insights, insights_sent, insights_working,
    insights_failed, insight_bytes, insight_bytes_working, insight_bytes_failed)
  select team_id, drafter_id, project_id, sum(times), sum(times * (phase <> 'awaiting_upload')::int),
    sum(times * (phase = 'processing')::int), sum(times * (phase = 'failed')::int), sum(times * bytes),
    sum(times * bytes * (phase = 'processing')::int), sum(times * bytes * (phase = 'failed')::int)
  from (
    select -1 as times, old.team_id, old.project_id, old.phase, coalesce(old.object_bytes, 0) as bytes,
      case when old.state = 1 then coalesce(
        (select -k.id from api_key k where k.id = old.api_key_id and k.kind = 'team'), old.created_by) else 0 end as drafter_id
      where tg_op <> 'INSERT'
    union all
    select 1, new.team_id, new.project_id, new.phase, coalesce(new.object_bytes, 0),
      case when new.state = 1 then coalesce(
        (select -k.id from api_key k where k.id = new.api_key_id and k.kind = 'team'), new.created_by) else 0 end
      where tg_op <> 'DELETE') moved
  group by team_id, drafter_id, project_id;
  return null;
end $$;

-- A draft is announced to its creator alone and leaves the project where it is in everybody's list.
create or replace function insight_changed() returns trigger language plpgsql as $$
begin
  if new.state = 1 then
    perform announce('insight', new.key::text, new.team_id, new.project_id, 'status',
      draft_creator(new.created_by, new.api_key_id));
  else
    perform announce('insight', new.key::text, new.team_id, new.project_id, 'status');
    perform touch_project(new.project_id);
  end if;
  return null;
end $$;

create or replace function import_removed() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'file' then
    perform announce('file', old.key::text, old.team_id, old.project_id, 'removed');
  elsif tg_table_name = 'survey' then
    perform announce('survey', old.upload_key::text, old.team_id, old.project_id, 'removed');
  elsif old.state = 1 then
    perform announce('insight', old.key::text, old.team_id, old.project_id, 'removed',
      draft_creator(old.created_by, old.api_key_id));
    return null;
  else
    perform announce('insight', old.key::text, old.team_id, old.project_id, 'removed');
  end if;
  perform touch_project(old.project_id);
  return null;
end $$;

-- Participants who join or leave are announced with the project of the survey they answered, so that only people who can
-- open it are told. The two triggers on participant announce nothing any more.
create or replace function participants_joined() returns trigger language plpgsql as $$
begin
  return null;
end $$;
create or replace function participant_removed() returns trigger language plpgsql as $$
begin
  return null;
end $$;

create function participants_changed() returns trigger language plpgsql as $$
begin
  perform announce('participant', '0', s.team_id, s.project_id, 'details')
    from survey s where s.id in (select survey_id from changed);
  return null;
end $$;
create trigger participants_linked after insert on participant_respondent referencing new table as changed
  for each statement execute function participants_changed();
create trigger participants_unlinked after delete on participant_respondent referencing old table as changed
  for each statement execute function participants_changed();

-- Only admins see the keys of the team, so the announcement of a change to one does not say which it is.
create or replace function api_key_changed() returns trigger language plpgsql as $$
begin
  if new.kind = 'personal' then
    perform announce('api_key', new.client_id, new.team_id, 0, 'details', new.user_id);
  else
    perform announce('api_key', '0', new.team_id, 0, 'details');
  end if;
  return null;
end $$;
create or replace function api_key_secret_changed() returns trigger language plpgsql as $$
begin
  perform announce('api_key', case when kind = 'personal' then client_id else '0' end, team_id, 0, 'details',
      case when kind = 'personal' then user_id end)
    from api_key where id = new.api_key_id;
  return null;
end $$;
