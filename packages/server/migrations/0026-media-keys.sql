-- concurrently
create unique index concurrently survey_media_key on survey_media (coalesce(key, md5('survey_media ' || id::text)::uuid));
create unique index concurrently survey_media_superseded_by on survey_media (superseded_by)
  where superseded_by is not null;
