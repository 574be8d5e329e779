-- concurrently
-- Lists for a caller who can open few of the team's projects, and of one kind or of the failed ones of a project.
create index concurrently file_listed on file (project_id, id desc);
create index concurrently insight_listed on insight (project_id, id desc);
create index concurrently file_of_kind on file (project_id, kind, created_at desc, id desc)
  where status <> 'pending_upload' and kind <> 'survey';
create index concurrently file_failed_in_project on file (project_id, created_at desc, id desc) where status = 'error';
create index concurrently insight_failed_in_project on insight (project_id, created_at desc, id desc) where phase = 'failed';
