-- concurrently
-- The lists of the contract for a caller who can open few of the team's projects, and the newest of one project.
create index concurrently file_listed on file (project_id, id desc);
create index concurrently insight_listed on insight (project_id, id desc);
