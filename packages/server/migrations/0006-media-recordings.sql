-- When a media file was linked, so that a recording of it that never comes is noticed.
alter table survey_media add column linked_at timestamptz;
create index survey_media_unheard on survey_media (linked_at)
  where status = 'LINKED' and recording_failure_code is null;
