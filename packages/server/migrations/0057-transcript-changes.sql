-- Changes of transcripts by people. See docs/adr/0101.

-- version: the last change of the text. names_version: increases when a speaker is named.
alter table transcript
  add column version       integer not null default 0,
  add column names_version integer not null default 0;

-- The change that last changed this line.
alter table transcript_segment add column version integer not null default 0;

create table transcript_change (
  recording_id bigint not null references transcript on delete cascade,
  version      integer not null check (version > 0),
  kind         text not null check (kind in ('edit', 'replace', 'revert', 'restore')),
  changed_by   bigint not null references app_user,
  changed_at   timestamptz not null default now(),
  line_count   integer not null check (line_count > 0),
  primary key (recording_id, version)
);

-- A line as it was before the change.
create table transcript_change_line (
  recording_id          bigint not null,
  version               integer not null,
  number                integer not null,
  text                  text not null,
  words                 text[] not null,
  word_starts_ms        integer[] not null,
  word_ends_ms          integer[] not null,
  are_times_approximate boolean not null,
  confidence            real,
  is_suspicious         boolean not null,
  primary key (recording_id, version, number),
  foreign key (recording_id, version) references transcript_change on update cascade on delete cascade
);
create index transcript_change_line_number on transcript_change_line (recording_id, number, version);

create function transcript_edited() returns trigger language plpgsql as $$
begin
  perform announce('file', key::text, team_id, project_id, 'details') from file where recording_id = new.recording_id;
  perform announce('media', m.id::text, s.team_id, s.project_id, 'details')
    from survey_media m join survey s on s.id = m.survey_id where m.recording_id = new.recording_id;
  return null;
end $$;
create trigger transcript_edited after update on transcript for each row
  when ((old.version, old.names_version) is distinct from (new.version, new.names_version))
  execute function transcript_edited();

create function record_transcript_edit() returns trigger language plpgsql as $$
begin
  perform record_event('file.updated', f.team_id, f.project_id,
      jsonb_build_object('wav_key', f.key, 'status', f.status))
    from file f where f.recording_id = new.recording_id;
  return null;
end $$;
create trigger transcript_edit_event after update on transcript for each row
  when (old.version is distinct from new.version) execute function record_transcript_edit();
