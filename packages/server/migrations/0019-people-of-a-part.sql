-- How many people a part brought of whom a name or an address is known, so that nobody counts them at every look at the
-- survey. Null where an older release saved the part; then they are counted, up to a bound.
alter table survey_part add column respondent_count integer;
