-- Drafts that team keys imported were tallied for the user of the key. One statement sees one moment: what the drafts add up
-- to for each creator, less what is tallied for them, is the correction. Nothing has to be locked meanwhile.
insert into import_tally_change (team_id, drafter_id, project_id, insights, insights_sent, insights_working,
  insights_failed, insight_bytes, insight_bytes_working, insight_bytes_failed)
select team_id, drafter_id, project_id, sum(insights), sum(insights_sent), sum(insights_working), sum(insights_failed),
  sum(insight_bytes), sum(insight_bytes_working), sum(insight_bytes_failed)
from (
  select i.team_id, case when k.kind = 'team' then -k.id else i.created_by end as drafter_id, i.project_id,
    count(*) as insights, count(*) filter (where i.phase <> 'awaiting_upload') as insights_sent,
    count(*) filter (where i.phase = 'processing') as insights_working,
    count(*) filter (where i.phase = 'failed') as insights_failed,
    coalesce(sum(i.object_bytes), 0) as insight_bytes,
    coalesce(sum(i.object_bytes) filter (where i.phase = 'processing'), 0) as insight_bytes_working,
    coalesce(sum(i.object_bytes) filter (where i.phase = 'failed'), 0) as insight_bytes_failed
  from insight i left join api_key k on k.id = i.api_key_id
  where i.state = 1
  group by 1, 2, 3
  union all
  select team_id, drafter_id, project_id, -insights, -insights_sent, -insights_working, -insights_failed,
    -insight_bytes, -insight_bytes_working, -insight_bytes_failed
  from import_tally where drafter_id <> 0
  union all
  select team_id, drafter_id, project_id, -insights, -insights_sent, -insights_working, -insights_failed,
    -insight_bytes, -insight_bytes_working, -insight_bytes_failed
  from import_tally_change where drafter_id <> 0) counted
group by 1, 2, 3
having (sum(insights), sum(insights_sent), sum(insights_working), sum(insights_failed), sum(insight_bytes),
  sum(insight_bytes_working), sum(insight_bytes_failed)) is distinct from (0, 0, 0, 0, 0, 0, 0);
