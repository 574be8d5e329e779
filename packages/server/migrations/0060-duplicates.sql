-- concurrently
-- Files that are about to be uploaded are compared by size first (docs/adr/0102).
create index concurrently file_by_size on file (team_id, object_bytes) where object_bytes is not null;
create index concurrently insight_by_size on insight (team_id, object_bytes) where object_bytes is not null;
