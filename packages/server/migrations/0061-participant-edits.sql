-- Participants can be corrected and merged (docs/adr/0103). Values from surveys stay beside the corrected ones. A merged
-- participant keeps its row, by which later imports with its address find the one that was kept, and an undo restores it.
alter table participant
  add column edited_name text,
  add column edited_email text,
  add column notes text,
  add column merged_into bigint,
  add constraint participant_merged_into_fkey foreign key (merged_into) references participant on delete cascade not valid,
  add constraint participant_merged_into_check check (merged_into <> id) not valid,
  add constraint participant_edits_check
    check (edited_name <> '' and edited_email <> '' and edited_email = lower(edited_email) and notes <> '') not valid;

-- The participant that another one was merged into, at the end of the chain.
create function kept_participant(merged bigint) returns bigint language sql stable as $$
  with recursive step as (
    select id, merged_into from participant where id = merged
    union all select p.id, p.merged_into from participant p join step on p.id = step.merged_into)
  select id from step where merged_into is null
$$;

-- Corrections are announced like new participants: once per project of a survey that the person answered.
create function participant_edited() returns trigger language plpgsql as $$
begin
  perform announce('participant', '0', s.team_id, s.project_id, 'details')
    from (select distinct s.team_id, s.project_id from participant_respondent pr join survey s on s.id = pr.survey_id
      where pr.participant_id = new.id) s;
  return null;
end $$;
create trigger participant_edited after update of edited_name, edited_email, notes on participant for each row
  when ((old.edited_name, old.edited_email, old.notes) is distinct from (new.edited_name, new.edited_email, new.notes))
  execute function participant_edited();
create trigger participants_relinked after update on participant_respondent referencing new table as changed
  for each statement execute function participants_changed();
