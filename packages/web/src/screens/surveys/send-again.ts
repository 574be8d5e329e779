/** Uploads a survey part or media file again through the upload tray. */
import {
  getSurvey,
  getSurveyUpload,
  listSurveyMedia,
  retrySurveyMedia,
  type SurveyMedia,
  type WorkspaceSurvey,
} from '@inlet/contract/workspace'
import type { QueryClient } from '@tanstack/react-query'
import { type CallResult, call } from '../../api/call.ts'
import { createPartUpload } from '../../uploads/send-part.ts'
import { uploadContent } from '../../uploads/upload-content.ts'
import { addUpload } from '../../uploads/upload-store.ts'

type Survey = Pick<WorkspaceSurvey, 'upload_key' | 'project'>

const aboutFile = (survey: Survey, file: File) => ({
  name: file.name,
  bytes: file.size,
  kind: 'survey' as const,
  projectId: survey.project.id,
})

export function sendPartAgain(client: QueryClient, survey: Survey, number: number, file: File): void {
  const uploadPart = createPartUpload(survey.upload_key, number, file)
  addUpload(aboutFile(survey, file), async (options) => {
    const key = await uploadPart(options)
    void client.invalidateQueries({ queryKey: [getSurvey.operationId] })
    return key
  })
}

export function refreshMedia(client: QueryClient): void {
  for (const { operationId } of [listSurveyMedia, getSurvey])
    void client.invalidateQueries({ queryKey: [operationId] })
}

type Descriptor = CallResult<typeof retrySurveyMedia>

export function sendMediaAgain(client: QueryClient, survey: Survey, media: SurveyMedia, file: File): void {
  sendMedia(client, survey, media, { file })
}

/** The descriptor was issued for the new name; a retried upload requests a new one. */
export function sendReplacement(
  client: QueryClient,
  survey: Survey,
  media: SurveyMedia,
  replacement: { file: File; descriptor: Descriptor },
): void {
  sendMedia(client, survey, media, replacement)
}

function sendMedia(
  client: QueryClient,
  survey: Survey,
  { id }: SurveyMedia,
  { file, descriptor }: { file: File; descriptor?: Descriptor },
): void {
  const { upload_key } = survey
  let issued = descriptor
  addUpload(aboutFile(survey, file), async ({ onSent, signal }) => {
    const params = { upload_key, media_id: String(id) }
    const renew = () => call(retrySurveyMedia, { params }, { signal })
    const destination = issued ?? (await renew())
    issued = undefined
    refreshMedia(client)
    await uploadContent(destination, file, { onSent, signal, renew })
    // Reading the upload status makes the server detect the file and match it.
    await call(getSurveyUpload, { params: { upload_key } })
    refreshMedia(client)
    return upload_key
  })
}
