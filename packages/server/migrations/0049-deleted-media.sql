-- Media files in the trash. They leave survey_media, so that whatever reads it excludes them. See docs/adr/0094.
create table deleted_media (like survey_media, primary key (id), foreign key (survey_id) references survey on delete cascade);
create index deleted_media_of_survey on deleted_media (survey_id);

-- A check of a small table.
-- contract: the check of kinds is replaced by one that allows media files as well
alter table trash_entry drop constraint trash_entry_kind_check,
  add constraint trash_entry_kind_check check (kind in ('insight', 'file', 'survey', 'project', 'media'));

-- Deleted files count to the storage of their team until they are purged.
create trigger deleted_media_storage_stored after insert on deleted_media
  referencing new table as new_rows for each statement execute function survey_upload_stored();
create trigger deleted_media_storage_removed after delete on deleted_media
  referencing old table as old_rows for each statement execute function survey_upload_removed();

create or replace function survey_removed() returns trigger language plpgsql as $$
begin
  insert into survey_storage_change (team_id, bytes)
  select old.team_id, -sum(bytes)
  from (
    select object_bytes as bytes from survey_part where survey_id = old.id and object_bytes is not null
    union all
    select object_bytes from survey_media where survey_id = old.id and object_bytes is not null
    union all
    select object_bytes from deleted_media where survey_id = old.id and object_bytes is not null) stored
  having sum(bytes) > 0;
  return old;
end $$;

-- The event belongs to the project of the survey, also if the survey is in the trash. An import that was not completed yet has
-- no events.
create function deleted_media_event(media_id bigint, media_key uuid, media_status text, of_survey bigint, verb text)
returns void language sql as $$
  select record_event('media.' || verb, s.team_id,
      coalesce((select e.project_id from trash_entry e where e.kind = 'survey' and e.record_id = s.id), s.project_id),
      jsonb_build_object('upload_key', s.upload_key,
        'media_key', coalesce(media_key, md5('survey_media ' || media_id::text)::uuid), 'status', media_status,
        'external_id', s.external_id))
    from survey s where s.id = of_survey and s.started_at is not null
$$;
