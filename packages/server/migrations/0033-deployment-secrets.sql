-- The key material of the deployment, encrypted once by each INLET_SECRET that may open it. See docs/adr/0074.
create table deployment_secret (
  -- Identifies the secret without revealing it.
  mark         text primary key,
  wrapped      bytea not null,
  created_at   timestamptz not null default now(),
  -- Running processes update it every minute, so that an operator sees when an old secret is no longer needed.
  last_used_at timestamptz not null default now()
);
