import type { Tx } from '../../platform/db/database.ts'
import type { Failure } from '../extraction/extraction.public.ts'
import { dropGivenUp } from '../recordings/recordings.public.ts'
import { failMediaRecording, takeClosedMedia } from './media-recordings.repo.ts'

/** What was closed is never opened: nothing of it is kept. */
export async function failPrivateMedia(tx: Tx, mediaId: number, failure: Failure): Promise<boolean> {
  const isFailed = await failMediaRecording(tx, mediaId, failure)
  await dropGivenUp(tx, await takeClosedMedia(tx, 1, mediaId))
  return isFailed
}
