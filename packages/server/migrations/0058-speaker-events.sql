-- A speaker can be named in many lines at once: one event for all of them. See docs/adr/0101.

create or replace function record_speaker_event() returns trigger language plpgsql as $$
declare
  named bigint := case when tg_op = 'DELETE' then old.recording_id else new.recording_id end;
  mark  text := named || ' ' || pg_current_xact_id();
begin
  if current_setting('inlet.speaker_event', true) is distinct from mark then
    perform set_config('inlet.speaker_event', mark, true);
    perform record_event('file.updated', f.team_id, f.project_id,
        jsonb_build_object('wav_key', f.key, 'status', f.status))
      from file f where f.recording_id = named;
  end if;
  return null;
end $$;
