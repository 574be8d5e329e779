import type { Tx } from '../../../platform/db/database.ts'
import { trashNow } from '../../uploads/uploads.public.ts'
import { forgetMedia } from '../erasure/erase-person.ts'
import { deleteSuperseded } from './replace-media.repo.ts'

/** Deletes replaced files with their recordings, transcripts and objects. */
export async function dropSupersededMedia(tx: Tx, linkedIds: readonly number[]): Promise<void> {
  const superseded = await deleteSuperseded(tx, linkedIds)
  if (superseded.length === 0) return
  const { keys } = await forgetMedia(tx, superseded)
  await trashNow(tx, [...new Set(keys)])
}
