-- Multipart uploads, and forms that were issued again, of records that await their upload. See docs/adr/0083.
--
-- A row belongs to the record with the same upload_key, and goes when the upload is accepted. A record that starts over
-- gets another key; its old one goes to object_trash, and emptying the trash aborts the upload in the store.
create table upload (
  key             text primary key,
  upload_type     text not null check (upload_type in ('form', 'multipart')),
  -- The id of the upload in the object store.
  store_upload_id text,
  size_bytes      bigint check (size_bytes > 0),
  part_size       bigint check (part_size > 0),
  part_count      integer check (part_count between 1 and 1000),
  -- When a URL or form was signed last, which is what its life is counted from.
  signed_at       timestamptz not null default now(),
  -- Nobody may use it any more; the sweeper aborts it in the store.
  is_expired      boolean not null default false,
  check ((upload_type = 'multipart') = (store_upload_id is not null)),
  check ((upload_type = 'multipart') = (size_bytes is not null and part_size is not null and part_count is not null))
);
create index upload_signed on upload (signed_at);
create index upload_in_store on upload (store_upload_id) where store_upload_id is not null;
