import type { EditableParticipant, Participant, ParticipantActivity } from '@inlet/contract/workspace'
import { etagOf } from '../../platform/http/etag.ts'
import type { ActivityRow, ParticipantDetail, ParticipantRow } from './participant-list.repo.ts'

export function viewParticipant(row: ParticipantRow): Participant {
  const { id, name, email, survey_count, created_at } = row
  return { id, name, email, survey_count, created_at: created_at.toISOString() }
}

/** What a user saw before changing it. */
export const editableRecord = (row: ParticipantDetail) => ({
  id: row.id,
  name: row.edited_name ?? row.imported_name,
  email: row.edited_email ?? row.imported_email,
  notes: row.notes,
})

export function viewEditable(row: ParticipantDetail): EditableParticipant {
  const record = editableRecord(row)
  return {
    ...record,
    imported: { name: row.imported_name, email: row.imported_email },
    edits: { name: row.edited_name, email: row.edited_email },
    etag: etagOf(record),
  }
}

export function viewActivity(row: ActivityRow): ParticipantActivity {
  return {
    kind: row.kind,
    project: { id: row.project_id, name: row.project_name },
    survey: { upload_key: row.upload_key, name: row.survey_name },
    respondent_id: row.respondent_id,
    response_id: row.response_id,
    media_id: row.media_id,
    name: row.name,
    at: row.at?.toISOString() ?? null,
  }
}
