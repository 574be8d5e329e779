-- concurrently
-- The lists of the API by creation and by last change, in a team or in a project (docs/adr/0081). What is filtered by equality
-- comes first, so that a page reads one short range for each combination, in either direction.
create index concurrently file_by_creation on file (team_id, kind, status, created_at, key) include (project_id);
create index concurrently file_by_update on file (team_id, kind, status,
  (coalesce(updated_at, greatest(created_at, started_at, completed_at))), key);
create index concurrently file_of_project_by_creation on file (project_id, kind, status, created_at, key);
create index concurrently file_of_project_by_update on file (project_id, kind, status,
  (coalesce(updated_at, greatest(created_at, started_at, completed_at))), key);
create index concurrently file_external_id on file (team_id, external_id, created_at, key) where external_id is not null;

-- 0 for what everyone in the project sees, else the creator of the draft.
create index concurrently insight_by_creation on insight (team_id,
  (case when state = 1 then coalesce(-api_key_id, created_by) else 0 end), phase, created_at, key) include (project_id);
create index concurrently insight_by_update on insight (team_id,
  (case when state = 1 then coalesce(-api_key_id, created_by) else 0 end), phase,
  (coalesce(updated_at, greatest(created_at, started_at, completed_at))), key);
create index concurrently insight_of_project_by_creation on insight (project_id,
  (case when state = 1 then coalesce(-api_key_id, created_by) else 0 end), phase, created_at, key);
create index concurrently insight_of_project_by_update on insight (project_id,
  (case when state = 1 then coalesce(-api_key_id, created_by) else 0 end), phase,
  (coalesce(updated_at, greatest(created_at, started_at, completed_at))), key);
create index concurrently insight_external_id on insight (team_id, external_id, created_at, key) where external_id is not null;

create index concurrently survey_by_creation on survey (team_id, (completed_at is not null), status, created_at, upload_key)
  include (project_id);
create index concurrently survey_by_update on survey (team_id, (completed_at is not null), status,
  (coalesce(updated_at, greatest(created_at, started_at, completed_at))), upload_key);
create index concurrently survey_of_project_by_creation on survey (project_id, (completed_at is not null), status, created_at,
  upload_key);
create index concurrently survey_of_project_by_update on survey (project_id, (completed_at is not null), status,
  (coalesce(updated_at, greatest(created_at, started_at, completed_at))), upload_key);
create index concurrently survey_external_id on survey (team_id, external_id, created_at, upload_key)
  where external_id is not null;

create index concurrently project_external_id on project (team_id, external_id) where external_id is not null;
