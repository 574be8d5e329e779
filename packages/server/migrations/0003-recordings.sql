-- Recordings: what is played, what was said in it, and how far the work on it is.

create table recording (
  id             bigint generated always as identity primary key,
  duration_ms    integer not null,
  has_video      boolean not null,
  has_audio      boolean not null,
  rendition_key  text not null unique,
  rendition_type text not null,
  poster_key     text unique,
  -- Loudest sample of each stretch of ms_per_peak milliseconds, 0 to 127.
  waveform       bytea,
  ms_per_peak    double precision,
  -- What the speech engine listens to. Kept until the transcript is whole, so that no attempt converts again.
  speech_key     text unique,
  speech_etag    text,
  speech_bytes   bigint,
  notices        text[] not null default '{}',
  created_at     timestamptz not null default now(),
  check ((waveform is null) = (ms_per_peak is null))
);

-- Chunks are kept as they are heard; the next attempt goes on at heard_ms. Whole when completed_at is set.
create table transcript (
  recording_id  bigint primary key references recording on delete cascade,
  engine        text not null,
  model         text not null,
  language      text not null,
  chunk_count   integer not null default 0,
  segment_count integer not null default 0,
  heard_ms      integer not null default 0,
  started_at    timestamptz not null default now(),
  completed_at  timestamptz
);

create table transcript_segment (
  recording_id          bigint not null references transcript on delete cascade,
  number                integer not null,
  start_ms              integer not null,
  end_ms                integer not null,
  text                  text not null,
  confidence            real,
  speaker               text,
  is_suspicious         boolean not null,
  words                 text[] not null,
  word_starts_ms        integer[] not null,
  word_ends_ms          integer[] not null,
  are_times_approximate boolean not null,
  primary key (recording_id, number)
);

-- How far the work on a file is; empty when it rests.
alter table file
  add column recording_id bigint unique references recording,
  add column stage        text check (stage in ('fetching', 'converting', 'transcribing')),
  add column percent      smallint check (percent between 0 and 100),
  add column seconds_left integer;
