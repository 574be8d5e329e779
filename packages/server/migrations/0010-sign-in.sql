-- Signing in with a browser: passwords, invitations, accounts at a provider, and sessions.

-- Argon2id, in the PHC form that carries its own parameters.
create table user_password (
  user_id    bigint primary key references app_user,
  hash       text not null,
  changed_at timestamptz not null default now()
);

-- Lets a person choose a password, once. A newer invitation takes the place of the one before.
create table invitation (
  user_id    bigint primary key references app_user,
  token_hmac bytea not null unique,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);

-- Who somebody is at the provider of single sign-on. Made at the first sign-in, by the verified e-mail address;
-- from then on the address is not asked any more, so that nobody who is given an old one gets in with it.
create table user_identity (
  issuer     text not null,
  subject    text not null,
  user_id    bigint not null references app_user,
  created_at timestamptz not null default now(),
  primary key (issuer, subject),
  unique (user_id, issuer)
);

-- Of the token in the cookie only a keyed hash is kept. Ending a session deletes its row.
create table session (
  id         bigint generated always as identity primary key,
  token_hmac bytea not null unique,
  user_id    bigint not null references app_user,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index session_of_user on session (user_id);
create index session_end on session (expires_at);
