-- What of a REFI-QDA project has no counterpart; null for an exported bundle, and until the project has been read. See docs/adr/0100.
alter table bundle add column unmatched jsonb;
