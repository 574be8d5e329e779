-- Links that are sent by e-mail. The token is encrypted, and removed once its e-mail was sent.
alter table invitation add column sealed_token bytea;

-- Lets a person who has forgotten their password choose a new one, once. A newer reset replaces an older one.
create table password_reset (
  user_id      bigint primary key references app_user,
  token_hmac   bytea not null unique,
  sealed_token bytea,
  expires_at   timestamptz not null,
  created_at   timestamptz not null default now()
);
