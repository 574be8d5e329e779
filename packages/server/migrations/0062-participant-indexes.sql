-- concurrently
-- Names are found as corrected and as imported. participant_names is read by the previous release only.
create index concurrently participant_words on participant using gin (name_words(team_id,
  coalesce(edited_name, '') || ' ' || coalesce(name, '') || ' ' || coalesce(edited_email, '') || ' ' || email));
create index concurrently participant_merged on participant (merged_into) where merged_into is not null;
-- Erasures find people by a corrected address, too.
create index concurrently participant_edited_email on participant (edited_email) where edited_email is not null;
