-- What surveys say: options, responses, respondents, notes, the panel they join, and the words to find them by.
-- See docs/adr/0016 for the shape. The large tables have no foreign keys: each row would be checked on its way in.
-- They are partitioned by survey, so that vacuum and indexes work on pieces of a bounded size.

-- The answers of a choice column, in the order they were first seen. `number` counts from 1 within the column.
create table survey_option (
  survey_id bigint not null references survey on delete cascade,
  position  integer not null,
  number    integer not null check (number between 1 and 16383),
  label     text not null,
  -- Stands for every answer that came after the column had as many options as it may have.
  is_rest   boolean not null default false,
  primary key (survey_id, position, number)
);

-- One row of a part. Its id is part number * 32768 + row, the first row being 0: the same row has the same id in
-- every attempt, and can be saved only once.
create table response (
  survey_id     bigint not null,
  -- Orders responses; null where the survey does not tell.
  answered_at   timestamptz,
  id            integer not null,
  respondent_id integer not null,
  -- Option ids, position * 16384 + number, of choices and scores; an NPS of n has the number n + 1.
  answers       integer[] not null,
  -- Pairs of option id and place. Null where the survey ranks nothing.
  ranks         integer[],
  -- A time that could not be read, as it was written.
  answered_text text,
  primary key (survey_id, id)
) partition by hash (survey_id);

-- The same answers once more, a column of a part in a row: what charts read. See answer-block.ts for the bytes.
create table answer_block (
  survey_id   bigint not null,
  -- The column, or -1 for the times of the responses.
  position    integer not null,
  part_number integer not null,
  row_count   integer not null,
  -- Bytes a value.
  width       smallint not null check (width in (1, 2, 8)),
  data        bytea not null,
  primary key (survey_id, position, part_number)
) partition by hash (survey_id);
-- Read whole and often, written once: not worth compressing.
alter table answer_block alter column data set storage external;

-- A non-empty cell of an open-ended column.
create table note (
  survey_id   bigint not null,
  position    integer not null,
  response_id integer not null,
  text        text not null,
  primary key (survey_id, position, response_id)
) partition by hash (survey_id);

-- Who answered, as far as it is known; its id is that of the person's first response. One a survey and e-mail
-- address; a response without an address has a respondent of its own, and no row if it has no name either.
create table respondent (
  survey_id bigint not null,
  id        integer not null,
  name      text,
  email     text,
  primary key (survey_id, id),
  check (name is not null or email is not null)
) partition by hash (survey_id);

-- Cells that name a media file: of MEDIA_RESPONSE columns, and of the column that media_config links by.
create table media_cell (
  survey_id   bigint not null,
  position    integer not null,
  response_id integer not null,
  text        text not null,
  primary key (survey_id, position, response_id)
) partition by hash (survey_id);

do $$
declare
  parts constant integer := 32;
  parent text;
begin
  foreach parent in array array['response', 'answer_block', 'note', 'respondent', 'media_cell'] loop
    for i in 0 .. parts - 1 loop
      execute format('create table %I partition of %I for values with (modulus %s, remainder %s)',
        parent || '_' || i, parent, parts, i);
    end loop;
  end loop;
end $$;

-- Newest first, page by page.
create index response_newest on response (survey_id, answered_at desc nulls last, id desc);
-- Most people answer once, and then their response has their own id.
create index response_again on response (survey_id, respondent_id) where respondent_id <> id;
create unique index respondent_email on respondent (survey_id, email) where email is not null;

-- The research panel: one participant a team and e-mail address, whatever surveys they answered.
create table participant (
  id         bigint generated always as identity primary key,
  team_id    bigint not null references team,
  email      text not null,
  name       text,
  created_at timestamptz not null default now(),
  unique (team_id, email)
);

create table participant_respondent (
  survey_id      bigint not null references survey on delete cascade,
  respondent_id  integer not null,
  participant_id bigint not null references participant on delete cascade,
  primary key (survey_id, respondent_id)
);
create index participant_respondent_participant on participant_respondent (participant_id);

-- Writing without spaces between words (Chinese, Japanese, Thai) is taken apart into characters, and a query asks for
-- them side by side. The beginning of a very long text has to do: a tsvector holds no more than a megabyte.
create function searchable_words(content text) returns tsvector
  language sql immutable parallel safe
  return to_tsvector('simple', case
    when content ~ '[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]'
    then regexp_replace(left(content, 100000), '([\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff])', ' \1 ', 'g')
    else left(content, 100000) end);

-- Everything that can be found by its words; the text itself stays where it belongs.
create table search_entry (
  project_id bigint not null,
  kind       text not null check (kind in ('note')),
  -- What it is part of (for notes a survey), and which part of it (a response, and the column).
  source_id  bigint not null,
  item       integer not null,
  position   integer not null default 0,
  -- Words in lower case, and the two marks of search.repo.ts that keep projects and sources apart.
  words      tsvector not null,
  primary key (project_id, kind, source_id, item, position)
) partition by hash (project_id);

do $$
begin
  for i in 0 .. 15 loop
    execute format('create table %I partition of search_entry for values with (modulus 16, remainder %s)',
      'search_entry_' || i, i);
  end loop;
end $$;
create index search_entry_words on search_entry using gin (words);

-- How far a source is indexed: everything up to this item is.
create table search_progress (
  kind      text not null,
  source_id bigint not null,
  item      integer not null,
  primary key (kind, source_id)
);
