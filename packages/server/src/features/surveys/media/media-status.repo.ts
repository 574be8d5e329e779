/** SQL of the recording status of media files. */
import type { FileStage, RecordingStatus } from '@inlet/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'

export interface MediaRecording {
  id: number
  status: RecordingStatus
  failure_code: string | null
  failure_message: string | null
  stage: FileStage | null
  percent: number | null
  seconds_left: number | null
}

export async function listMediaRecordings(db: Db, surveyId: number): Promise<MediaRecording[]> {
  const { rows } = await sql<MediaRecording>`
    select m.id, case when m.recording_failure_code is not null then 'error'
        when t.completed_at is not null then 'completed' else 'processing' end as status,
      m.recording_failure_code as failure_code, m.recording_failure_message as failure_message,
      m.stage, m.percent, m.seconds_left
    from survey_media m left join transcript t on t.recording_id = m.recording_id
    where m.survey_id = ${surveyId} and m.status = 'LINKED' and m.superseded_by is null`.execute(db)
  return rows
}
