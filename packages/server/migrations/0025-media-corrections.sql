-- Media files that can be replaced, withdrawn and found under the very name their client gave them.

-- filename stays the name in NFC, by which names are compared. sent_name is the name as it was sent, null where that is the
-- same.
--
-- converted_from: the NFC name, with an extension that cannot be linked, of the file that this one is a conversion of. A cell
-- that holds it means this file.
--
-- superseded_by: the file that takes the place of this one once it is linked. Until then this one stays linked, out of the
-- way of its own name: its filename begins with U+0001, which no name may contain.
alter table survey_media
  add column sent_name text,
  add column converted_from text,
  add column superseded_by bigint,
  add column stage text,
  add column percent smallint,
  add column seconds_left integer,
  add constraint survey_media_superseded_by_fkey foreign key (superseded_by) references survey_media not valid,
  add constraint survey_media_superseded_check check (superseded_by is null or status = 'LINKED') not valid,
  add constraint survey_media_stage_check check (stage in ('fetching', 'converting', 'transcribing', 'protecting')) not valid,
  add constraint survey_media_percent_check check (percent between 0 and 100) not valid;

-- The public key of a media file. Rows that are there already have none, because filling them would rewrite the table; theirs
-- follows from their id, in the expression of the index of the next migration.
alter table survey_media add column key uuid;
alter table survey_media alter column key set default gen_random_uuid();
