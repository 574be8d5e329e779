-- A column of a completed survey that is being read again as another type, and how far that is. The check keeps a worker of
-- the previous release, which does not know of it, from completing the survey early: its attempt fails and is retried.
alter table survey
  add column retype_position integer,
  add column retype_from     text,
  add column retype_type     text,
  -- First the kept files are compared with what is stored, then they are read again; each step counts its parts.
  add column retype_step     text,
  add column retype_part     integer,
  add constraint survey_retype_check check (retype_position is null
    or (status = 'PROCESSING' and retype_from is not null and retype_type is not null
      and retype_step in ('check', 'read') and retype_part is not null)) not valid;

-- Rows of the part, from 0, whose person was removed from the survey: reading the part again must not name them. Null where
-- nobody was removed, or only by an earlier release; then the file is compared with the respondents before it is read.
alter table survey_part add column removed_rows integer[];

-- Open windows follow a withdrawal and the progress of a column, neither of which changes the status by itself.
create trigger survey_corrected after update on survey for each row
  when ((old.withdrawn_part_count, old.retype_step, old.retype_part) is distinct from
    (new.withdrawn_part_count, new.retype_step, new.retype_part))
  execute function survey_changed();
