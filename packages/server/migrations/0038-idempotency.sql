-- Calls with an Idempotency-Key that have succeeded, and those that are running. See docs/adr/0080.

create table idempotency_key (
  api_key_id  bigint not null references api_key,
  key         text not null,
  -- SHA-256 of method, path and body.
  fingerprint bytea not null,
  -- Of the response. Null while an effect of several steps is incomplete.
  status      smallint,
  -- What is needed to repeat the answer: identifiers and counts, no bodies, URLs or secrets.
  outcome     jsonb not null,
  recorded_at timestamptz not null default now(),
  primary key (api_key_id, key)
);
create index idempotency_key_recorded_at on idempotency_key (recorded_at);

-- Unlogged: it only prevents that the same call runs twice at once, and claims expire within seconds.
create unlogged table idempotency_claim (
  api_key_id bigint not null,
  key        text not null,
  holder     uuid not null,
  expires_at timestamptz not null,
  primary key (api_key_id, key)
);
