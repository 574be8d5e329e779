-- Names in the order of people: without regard to case, and "Interview 2" before "Interview 10".
create collation natural_name (provider = icu, locale = 'und-u-kn-true');

-- Words that are written like the one that a search did not find. Trusted: the owner of the database may create it.
create extension if not exists pg_trgm;
