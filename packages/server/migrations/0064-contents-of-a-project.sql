-- concurrently
-- The contents of a project by name, by size and of one person. Every list is restricted to one kind of file, so the kind comes first.
create index concurrently file_in_project_by_name on file (project_id, kind, (name collate natural_name), id)
  where status <> 'pending_upload' and kind <> 'survey';
create index concurrently file_in_project_by_size on file (project_id, kind, (coalesce(object_bytes, 0)), id)
  where status <> 'pending_upload' and kind <> 'survey';
create index concurrently file_in_project_by_importer on file (project_id, created_by, kind, created_at, id)
  where status <> 'pending_upload' and kind <> 'survey';
-- Drafts of one creator are read through insight_drafts_by_time.
create index concurrently insight_in_project_by_name on insight (project_id, (name collate natural_name), id)
  where phase <> 'awaiting_upload' and state <> 1;
create index concurrently insight_in_project_by_size on insight (project_id, (coalesce(object_bytes, 0)), id)
  where phase <> 'awaiting_upload' and state <> 1;
create index concurrently insight_in_project_by_importer on insight (project_id, created_by, created_at, id)
  where phase <> 'awaiting_upload';
create index concurrently survey_in_project_by_name on survey (project_id, (name collate natural_name), id)
  where started_at is not null;
