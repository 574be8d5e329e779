-- concurrently
-- A closed recording belongs to one import, and is found by it when it goes.
create unique index concurrently file_closed_recording on file (closed_recording_id) where closed_recording_id is not null;
create unique index concurrently survey_media_closed_recording on survey_media (closed_recording_id)
  where closed_recording_id is not null;
