-- Parts of a survey upload that were withdrawn. part_count stays the highest number that was given to a part, because the
-- next append numbers its parts after it and no number is used twice; what a client sees as num_parts is the difference.
alter table survey add column withdrawn_part_count integer not null default 0;
