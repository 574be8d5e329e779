-- Exports of a project that a record has left may still contain it. Erasing the record deletes them, too.
create table former_project (
  kind       text not null check (kind in ('file', 'insight', 'survey')),
  record_id  bigint not null,
  project_id bigint not null references project on delete cascade,
  left_at    timestamptz not null default now(),
  primary key (kind, record_id, project_id)
);
create index former_project_left on former_project (left_at);
create index former_project_project on former_project (project_id);
