-- Privacy settings that act: with which a recording is imported, what stays closed until its protected version is verified,
-- and what was done to it.

alter table team add column deletes_originals boolean not null default false;

-- The settings of the project as they were when the import began: {"is_on": …, "settings": {…}}. Null where an older release
-- began it: then those of the project count when the work starts.
--
-- closed_recording_id: what was converted and heard, and is shown to nobody. Its transcript is never complete. Only a protected
-- version becomes recording_id, in the transaction that gives the closed one up.
alter table file
  add column privacy jsonb,
  add column closed_recording_id bigint,
  add column original_deleted_at timestamptz,
  add constraint file_closed_recording_fkey foreign key (closed_recording_id) references recording not valid,
  drop constraint file_stage_check,
  add constraint file_stage_check check (stage in ('fetching', 'converting', 'transcribing', 'protecting')) not valid;
alter table survey_media
  add column privacy jsonb,
  add column closed_recording_id bigint,
  add column original_deleted_at timestamptz,
  add constraint survey_media_closed_recording_fkey foreign key (closed_recording_id) references recording not valid;

-- What acted on a protected recording; null where nothing had to.
alter table recording add column privacy jsonb;

-- Whether the original of an import is closed to everybody. What an older release completed was never closed.
create function is_private(snapshot jsonb, is_on_now boolean, is_at_rest boolean) returns boolean
  language sql immutable parallel safe
  return coalesce((snapshot ->> 'is_on')::boolean, is_on_now and not is_at_rest);
