-- Recordings of files and of surveys now have the same three jobs, keyed by "file:ID" and "media:ID". A release before this one
-- looks for its own job names only: during a rolling upgrade its sweeper would fail recordings that a new worker processes.
-- These triggers skip that update. The next release drops them, together with the queues of the old names.
create function has_recording_job() returns trigger language plpgsql as $$
begin
  if exists (select from job.job
    where job.name in ('process-recording', 'transcribe-recording', 'protect-recording')
      and coalesce(job.singleton_key, '') = tg_argv[0] || ':' || old.id
      and job.state <= 'active' and job.policy = 'exclusive') then
    return null;
  end if;
  return new;
end $$;

create trigger file_has_recording_job before update on file for each row
  when (old.status = 'processing' and new.failure_code = 'gave_up')
  execute function has_recording_job('file');
create trigger survey_media_has_recording_job before update on survey_media for each row
  when (old.recording_failure_code is null and new.recording_failure_code = 'gave_up')
  execute function has_recording_job('media');
