-- Imports whose file the service downloads itself. See docs/adr/0086.

-- The source URL is encrypted with the key material of the deployment, and goes when the download ends.
alter table upload
  add column source_sealed bytea,
  drop constraint upload_upload_type_check,
  add constraint upload_upload_type_check check (upload_type in ('form', 'multipart', 'url')) not valid,
  add constraint upload_source_check check ((upload_type = 'url') = (source_sealed is not null)) not valid;

-- Until its file is downloaded, a record is processing without an object and without started_at: sweepers, also those of
-- the previous release, look for lost jobs of processing only among records that have started. After a failed download it
-- never gets an object. The new checks are wider than the old ones, so existing rows need not be read again.
alter table file
  drop constraint file_object_check,
  add constraint file_object_check check (case when kind = 'survey' or status = 'pending_upload' then object_key is null
    when status = 'completed' then object_key is not null else true end) not valid;
alter table insight
  drop constraint insight_check,
  add constraint insight_object_check check (case phase when 'awaiting_upload' then object_key is null
    when 'completed' then object_key is not null else true end) not valid;
