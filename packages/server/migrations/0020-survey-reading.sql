-- How the files of a survey were read: which rows were header, what decided the type of each column, what was skipped.
-- All of it is null where an older release read the file.

alter table survey
  -- Header rows of the first part. Later parts skip as many only if they repeat them literally.
  add column header_rows smallint,
  -- Header rows that the workspace showed and somebody confirmed, so that its mapping does not overrule them.
  add column confirmed_header_rows smallint,
  -- Header rows of a survey tool that became responses, because column_mapping names the headers of the first row.
  add column overruled_header_rows smallint,
  add constraint survey_header_rows_check check (header_rows between 1 and 3) not valid;

alter table survey_part
  add column encoding text,
  add column delimiter text,
  add column header_rows smallint,
  add column skipped_row_count integer,
  -- The first ones, as [{"row": 7, "code": "empty_row"}].
  add column skipped_rows jsonb,
  -- Why it failed; means nothing in another state.
  add column error_code text;

alter table survey_column
  -- What further header rows say that the column was asked.
  add column question text,
  add column decided_by text,
  -- What the person who imported it may want to check, such as ambiguous_dates.
  add column note_codes text[],
  -- Its cells in the header rows as they were written; those that are too long end in a hash.
  add column header_cells text[],
  add constraint survey_column_decided_by_check
    check (decided_by in ('mapping', 'classifier', 'heuristic', 'default')) not valid;
