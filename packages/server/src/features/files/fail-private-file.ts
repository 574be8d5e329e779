import type { Tx } from '../../platform/db/database.ts'
import type { Failure } from '../extraction/extraction.public.ts'
import { dropGivenUp } from '../recordings/recordings.public.ts'
import { takeClosedRecordings } from './file-recordings.repo.ts'
import { failFile } from './files.repo.ts'

/** What was closed is never opened: nothing of it is kept. */
export async function failPrivateFile(tx: Tx, fileId: number, failure: Failure): Promise<boolean> {
  const isFailed = await failFile(tx, fileId, failure)
  await dropGivenUp(tx, await takeClosedRecordings(tx, 1, fileId))
  return isFailed
}
