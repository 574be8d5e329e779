-- Exports as REFI-QDA projects. See docs/adr/0100.
alter table project_export add column format text not null default 'bundle' check (format in ('bundle', 'qdpx'));
