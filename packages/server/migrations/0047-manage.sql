-- Records that are renamed, moved or labelled after their import: they report it like any other change.

create or replace trigger file_updated before update on file for each row
  when ((old.name, old.project_id, old.status, old.failure_code, old.object_key, old.sha256, old.recording_id, old.extraction_id,
      old.original_deleted_at, old.external_id, old.metadata) is distinct from
    (new.name, new.project_id, new.status, new.failure_code, new.object_key, new.sha256, new.recording_id, new.extraction_id,
      new.original_deleted_at, new.external_id, new.metadata))
  execute function set_updated_at();
create or replace trigger insight_updated before update on insight for each row
  when ((old.name, old.project_id, old.phase, old.state, old.failure_code, old.object_key, old.sha256, old.extraction_id,
      old.external_id, old.metadata) is distinct from
    (new.name, new.project_id, new.phase, new.state, new.failure_code, new.object_key, new.sha256, new.extraction_id,
      new.external_id, new.metadata))
  execute function set_updated_at();
create or replace trigger survey_updated before update on survey for each row
  when ((old.name, old.project_id, old.status, old.part_count, old.withdrawn_part_count, old.response_count, old.error_details,
      old.mapped_at, old.completed_at, old.external_id, old.metadata) is distinct from
    (new.name, new.project_id, new.status, new.part_count, new.withdrawn_part_count, new.response_count, new.error_details,
      new.mapped_at, new.completed_at, new.external_id, new.metadata))
  execute function set_updated_at();

create or replace trigger file_event after update on file for each row
  when (new.kind <> 'survey' and new.status in ('processing', 'completed', 'error')
    and (old.status, old.name, old.project_id, old.external_id, old.metadata) is distinct from
      (new.status, new.name, new.project_id, new.external_id, new.metadata))
  execute function record_file_event();
create or replace trigger insight_event after update on insight for each row
  when (new.phase <> 'awaiting_upload'
    and (old.phase, old.state, old.name, old.project_id, old.external_id, old.metadata) is distinct from
      (new.phase, new.state, new.name, new.project_id, new.external_id, new.metadata))
  execute function record_insight_event();
create or replace trigger survey_event after update on survey for each row
  when (new.started_at is not null
    and (old.status, old.name, old.project_id, old.external_id, old.metadata) is distinct from
      (new.status, new.name, new.project_id, new.external_id, new.metadata))
  execute function record_survey_event();

-- Windows that show the record: it leaves one project and appears in the other, or has another name.
create function announce_moved(kind text, key text, team_id bigint, from_project bigint, to_project bigint,
  by bigint default null) returns void language plpgsql as $$
begin
  if from_project <> to_project then
    perform announce(kind, key, team_id, from_project, 'removed', by);
    if by is null then perform touch_project(from_project); end if;
  end if;
  perform announce(kind, key, team_id, to_project, 'details', by);
  if by is null then perform touch_project(to_project); end if;
end $$;

create function import_moved() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'file' then
    perform announce_moved('file', new.key::text, new.team_id, old.project_id, new.project_id);
  elsif tg_table_name = 'survey' then
    perform announce_moved('survey', new.upload_key::text, new.team_id, old.project_id, new.project_id);
  else
    perform announce_moved('insight', new.key::text, new.team_id, old.project_id, new.project_id,
      case when new.state = 1 then draft_creator(new.created_by, new.api_key_id) end);
  end if;
  return null;
end $$;
create trigger file_moved after update on file for each row
  when (new.kind <> 'survey' and new.status <> 'pending_upload'
    and (old.name, old.project_id) is distinct from (new.name, new.project_id)) execute function import_moved();
create trigger insight_moved after update on insight for each row
  when (new.phase <> 'awaiting_upload'
    and (old.name, old.project_id) is distinct from (new.name, new.project_id)) execute function import_moved();
create trigger survey_moved after update on survey for each row
  when (new.started_at is not null
    and (old.name, old.project_id) is distinct from (new.name, new.project_id)) execute function import_moved();
