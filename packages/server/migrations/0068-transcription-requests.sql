-- Recordings that are transcribed again. The recording and its transcript stay as they are until the new one is complete.
create table transcription_request (
  recording_id    bigint primary key references recording on delete cascade,
  language        text not null,
  requested_by    bigint not null references app_user,
  requested_at    timestamptz not null default now(),
  percent         smallint not null default 0,
  seconds_left    integer,
  failure_code    text,
  failure_message text
);

create function transcription_requested() returns trigger language plpgsql as $$
declare
  changed bigint := coalesce(new.recording_id, old.recording_id);
begin
  perform announce('file', key::text, team_id, project_id, 'progress') from file where recording_id = changed;
  perform announce('media', m.id::text, s.team_id, s.project_id, 'progress')
    from survey_media m join survey s on s.id = m.survey_id where m.recording_id = changed;
  return null;
end $$;
create trigger transcription_requested after insert or update or delete on transcription_request for each row
  execute function transcription_requested();

-- Names belong to the speakers of one transcript.
create function transcript_deleted() returns trigger language plpgsql as $$
begin
  delete from speaker_name where recording_id = old.recording_id;
  return null;
end $$;
create trigger transcript_deleted after delete on transcript for each row execute function transcript_deleted();
