-- What was there before 0013. One statement sees one moment: what it finds in the tables, less what the triggers have
-- counted by then, is what they have not. So nothing has to stand still meanwhile.
insert into import_tally
select team_id, drafter_id, project_id, sum(files), sum(insights), sum(audio), sum(video), sum(document), sum(image),
  sum(files_working), sum(files_failed), sum(insights_sent), sum(insights_working), sum(insights_failed),
  sum(file_bytes), sum(file_bytes_working), sum(file_bytes_failed),
  sum(insight_bytes), sum(insight_bytes_working), sum(insight_bytes_failed)
from (
  select team_id, 0 as drafter_id, project_id, count(*) as files, 0 as insights,
    count(*) filter (where sent and kind = 'audio') as audio, count(*) filter (where sent and kind = 'video') as video,
    count(*) filter (where sent and kind = 'document') as document, count(*) filter (where sent and kind = 'image') as image,
    count(*) filter (where sent and status = 'processing') as files_working,
    count(*) filter (where status = 'error') as files_failed,
    0 as insights_sent, 0 as insights_working, 0 as insights_failed,
    coalesce(sum(object_bytes), 0) as file_bytes,
    coalesce(sum(object_bytes) filter (where status = 'processing'), 0) as file_bytes_working,
    coalesce(sum(object_bytes) filter (where status = 'error'), 0) as file_bytes_failed,
    0 as insight_bytes, 0 as insight_bytes_working, 0 as insight_bytes_failed
  from (select *, status <> 'pending_upload' and kind <> 'survey' as sent from file) f
  group by team_id, project_id
  union all
  select team_id, case when state = 1 then created_by else 0 end, project_id, 0, count(*), 0, 0, 0, 0, 0, 0,
    count(*) filter (where phase <> 'awaiting_upload'), count(*) filter (where phase = 'processing'),
    count(*) filter (where phase = 'failed'), 0, 0, 0, coalesce(sum(object_bytes), 0),
    coalesce(sum(object_bytes) filter (where phase = 'processing'), 0),
    coalesce(sum(object_bytes) filter (where phase = 'failed'), 0)
  from insight group by team_id, 2, project_id
  union all
  select team_id, drafter_id, project_id, -files, -insights, -audio, -video, -document, -image, -files_working,
    -files_failed, -insights_sent, -insights_working, -insights_failed, -file_bytes, -file_bytes_working,
    -file_bytes_failed, -insight_bytes, -insight_bytes_working, -insight_bytes_failed
  from import_tally_change) counted
group by team_id, drafter_id, project_id
-- A team's rows side by side, for they are read together.
order by team_id, project_id, drafter_id;
