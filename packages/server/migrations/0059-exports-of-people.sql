-- Exports that people request in the workspace. See docs/adr/0097.

alter table project_export alter column api_key_id drop not null,
  add column user_id bigint references app_user,
  add check ((api_key_id is null) <> (user_id is null));
create index project_export_of_user on project_export (user_id, id) where user_id is not null;

-- Only API keys can read exports that the log names.
create or replace function record_export_event() returns trigger language plpgsql as $$
begin
  if new.api_key_id is not null then
    perform record_event('export.' || new.status, new.team_id, new.project_id,
      jsonb_build_object('export_key', new.key, 'status', new.status), null, new.api_key_id);
  end if;
  return null;
end $$;
