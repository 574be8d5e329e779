-- Uploads from before 0034. One statement sees one moment: what the tables contain, less what the triggers have counted by
-- then, is what they have not counted.
insert into survey_storage (team_id, bytes)
select team_id, sum(bytes)
from (
  select s.team_id, sum(u.object_bytes) as bytes
  from (
    select survey_id, object_bytes from survey_part where object_bytes is not null
    union all
    select survey_id, object_bytes from survey_media where object_bytes is not null) u
    join survey s on s.id = u.survey_id
  group by s.team_id
  union all
  select team_id, -bytes from survey_storage_change) counted
group by team_id;
