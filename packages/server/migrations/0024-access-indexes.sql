-- concurrently
-- Lists of insights, in the order of the import API and of the workspace: what everybody in a project sees, and the drafts
-- of one importer, which is the negative id of the key that brought them or the id of the user.
create index concurrently insight_published on insight (project_id, id desc) where state <> 1;
create index concurrently insight_drafts on insight (project_id, (coalesce(-api_key_id, created_by)), id desc)
  where state = 1;
create index concurrently insight_published_by_time on insight (project_id, created_at desc, id desc)
  where state <> 1 and phase <> 'awaiting_upload';
create index concurrently insight_drafts_by_time on insight (project_id, (coalesce(-api_key_id, created_by)),
  created_at desc, id desc) where state = 1 and phase <> 'awaiting_upload';

-- Like project_live, with the key that created the project.
create index concurrently project_open on project (team_id, id desc)
  include (owner_id, share_preference, shared_roles, api_key_id) where archived_at is null and deleted_at is null;

-- Participants for somebody who can open few of the surveys.
create index concurrently participant_respondent_of_survey on participant_respondent (survey_id, participant_id desc);
