-- What the request that created a survey asked for. A repeated idempotency key is compared with it, because name, project and
-- number of parts of the survey itself can change. No foreign key: the first project may be erased while the survey lives on in another.
alter table survey
  add column first_project_id bigint,
  add column first_name text,
  -- Null where it is unknown: parts were appended before this column existed. Then it is not compared.
  add column first_part_count integer;

-- Until now, nothing renamed or moved a survey, and only an append added parts.
update survey set first_project_id = project_id, first_name = name,
  first_part_count = case when appended_at is null then part_count end
where idempotency_key is not null;
