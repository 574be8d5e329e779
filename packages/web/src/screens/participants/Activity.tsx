import type { ParticipantActivity } from '@inlet/contract/workspace'
import { DataList } from '../../ui/DataList.tsx'
import { DataRow } from '../../ui/DataRow.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'

/** Activity of one participant, newest first. */
export function Activity({ items }: { items: readonly ParticipantActivity[] }) {
  return (
    <DataList label="Activity">
      {items.map((item) => (
        <DataRow
          key={`${item.kind} ${item.survey.upload_key} ${item.response_id ?? item.media_id}`}
          to={
            item.kind === 'recording'
              ? `/recordings/media/${item.media_id}`
              : `/surveys/${item.survey.upload_key}/people/${item.respondent_id}`
          }
          icon={<Icon name={item.kind === 'recording' ? 'recording' : 'survey'} />}
          title={item.kind === 'recording' ? item.name : `Answered ${item.survey.name}`}
          detail={
            item.kind === 'recording' ? `${item.survey.name} · ${item.project.name}` : item.project.name
          }
          aside={item.at && <TimeAgo at={item.at} isPlain />}
        />
      ))}
    </DataList>
  )
}
