-- Which call is accepting an upload: calls that race for one record copy its object once. Unlogged: a claim lasts seconds,
-- and one that a crash of the database forgets only costs a second copy.
create unlogged table upload_claim (
  name       text primary key,
  holder     uuid not null,
  expires_at timestamptz not null
);
