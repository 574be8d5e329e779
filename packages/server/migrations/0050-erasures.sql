-- Erasures of people that programs requested, and what each removed. See docs/adr/0094.
create table erasure (
  id            bigint generated always as identity primary key,
  key           uuid not null default gen_random_uuid() unique,
  team_id       bigint not null,
  -- The person: an address, or a respondent of a survey. Both are removed when the person is erased.
  email         text,
  survey_id     bigint,
  respondent_id integer,
  participants  integer not null default 0,
  created_at    timestamptz not null default now(),
  completed_at  timestamptz,
  check (completed_at is null or (email is null and respondent_id is null))
);
create index erasure_pending on erasure (id) where completed_at is null;

create table erased_survey (
  erasure_id bigint not null references erasure on delete cascade,
  survey_id  bigint not null,
  responses  integer not null,
  notes      integer not null,
  media      integer not null,
  objects    integer not null,
  primary key (erasure_id, survey_id)
);
