/** Sends a part or a media file of a survey once more, through the tray of uploads. */
import {
  completeSurvey,
  getSurvey,
  listSurveyMedia,
  retrySurveyMedia,
  retrySurveyPart,
  type SurveyMedia,
  type WorkspaceSurvey,
} from '@inlet/contract/workspace'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { sendForm } from '../../uploads/send-form.ts'
import { addUpload } from '../../uploads/upload-store.ts'

type Survey = Pick<WorkspaceSurvey, 'upload_key' | 'project'>

const aboutFile = (survey: Survey, file: File) => ({
  name: file.name,
  bytes: file.size,
  kind: 'survey' as const,
  projectId: survey.project.id,
})

export function sendPartAgain(client: QueryClient, survey: Survey, number: number, file: File): void {
  const { upload_key } = survey
  addUpload(aboutFile(survey, file), async ({ onSent, signal }) => {
    const params = { upload_key, part_number: String(number) }
    const descriptor = await call(retrySurveyPart, { params }, { signal })
    await sendForm(descriptor, file, { onSent, signal })
    await call(completeSurvey, { params: { upload_key } })
    void client.invalidateQueries({ queryKey: [getSurvey.operationId] })
    return upload_key
  })
}

/** It is linked by itself once it is there. */
export function sendMediaAgain(client: QueryClient, survey: Survey, { id }: SurveyMedia, file: File): void {
  const { upload_key } = survey
  addUpload(aboutFile(survey, file), async ({ onSent, signal }) => {
    const params = { upload_key, media_id: String(id) }
    const descriptor = await call(retrySurveyMedia, { params }, { signal })
    await sendForm(descriptor, file, { onSent, signal })
    void client.invalidateQueries({ queryKey: [listSurveyMedia.operationId] })
    return upload_key
  })
}
