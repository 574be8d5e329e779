-- Transcripts that are uploaded with a recording and replace speech recognition. See docs/adr/0091.

-- transcript_upload_key is where the client may upload it; transcript_key is its accepted copy, until the recording is
-- completed or the transcript turns out to be unusable.
alter table file
  add column transcript_name       text,
  add column transcript_upload_key text,
  add column transcript_key        text,
  add column transcript_etag       text,
  add column transcript_bytes      bigint;

-- Set if the times of words are estimates: the segment is spoken within this range.
alter table transcript_segment
  add column earliest_ms integer,
  add column latest_ms   integer;
