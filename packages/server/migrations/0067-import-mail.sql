-- Which outcomes of their imports a person gets by e-mail; without a row, failures.
create table import_mail_choice (
  user_id bigint primary key references app_user on delete cascade,
  choice  text not null check (choice in ('never', 'failed', 'finished'))
);

-- Imports that ended and wait to be reported. Programs follow their imports themselves.
create table import_outcome (
  user_id   bigint not null references app_user on delete cascade,
  kind      text not null check (kind in ('file', 'insight', 'survey')),
  record_id bigint not null,
  ended_at  timestamptz not null default now(),
  primary key (user_id, kind, record_id)
);
create index import_outcome_age on import_outcome (ended_at);

create function note_outcome(by bigint, kind text, record_id bigint, has_failed boolean) returns void language sql as $$
  insert into import_outcome (user_id, kind, record_id)
  select u.id, note_outcome.kind, note_outcome.record_id
  from app_user u left join import_mail_choice c on c.user_id = u.id
  where u.id = note_outcome.by and u.suspended_at is null
    and case coalesce(c.choice, 'failed') when 'failed' then has_failed else c.choice = 'finished' end
  on conflict (user_id, kind, record_id) do update set ended_at = now()
$$;

create function file_ended() returns trigger language plpgsql as $$
begin
  perform note_outcome(new.created_by, 'file', new.id, new.status = 'error');
  return null;
end $$;
create trigger file_ended after update on file for each row
  when (new.kind <> 'survey' and new.api_key_id is null and old.status = 'processing'
    and new.status in ('completed', 'error'))
  execute function file_ended();

create function insight_ended() returns trigger language plpgsql as $$
begin
  perform note_outcome(new.created_by, 'insight', new.id, new.phase = 'failed');
  return null;
end $$;
create trigger insight_ended after update on insight for each row
  when (new.api_key_id is null and old.phase = 'processing' and new.phase in ('completed', 'failed'))
  execute function insight_ended();

create function survey_ended() returns trigger language plpgsql as $$
begin
  perform note_outcome((select created_by from file where id = new.file_id), 'survey', new.id, new.status = 'FAILED');
  return null;
end $$;
create trigger survey_ended after update on survey for each row
  when (new.api_key_id is null and old.status in ('VALIDATING', 'PROCESSING') and new.status in ('COMPLETED', 'FAILED'))
  execute function survey_ended();
