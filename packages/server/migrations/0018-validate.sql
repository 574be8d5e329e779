-- Checks and references that were added without reading what was there already. Reading it now holds up nobody's reads and
-- writes; from here on the planner and whoever looks at the data may rely on them.
alter table file
  validate constraint file_kind_check,
  validate constraint file_object_check,
  validate constraint file_upload_check,
  validate constraint file_survey_check,
  validate constraint file_api_key,
  validate constraint file_closed_recording_fkey,
  validate constraint file_stage_check;
alter table insight validate constraint insight_api_key;
alter table survey_media validate constraint survey_media_closed_recording_fkey;
alter table search_entry validate constraint search_entry_kind_check;
