/** Files that wait for `complete`, and the transaction that completes them. */
import { randomUUID } from 'node:crypto'
import type { Deps } from '@inlet/server/src/app/deps.ts'
import { startProcessing } from '@inlet/server/src/features/files/files.repo.ts'
import { processFile } from '@inlet/server/src/features/files/process-file.job.ts'
import { inTransaction } from '@inlet/server/src/platform/db/database.ts'

export const callers = 16

export interface WaitingFile {
  id: number
  key: string
  upload_key: string
}

export async function makeWaiting({ database }: Deps, teamId: number, count: number): Promise<WaitingFile[]> {
  const { rows } = await database.pool.query<WaitingFile>(
    `insert into file (team_id, project_id, created_by, name, extension, kind, upload_key)
     select p.team_id, p.id, p.owner_id, 'notes.txt', 'txt', 'document', 'incoming/' || gen_random_uuid()
     from (select * from project where team_id = $1 limit 1) p, generate_series(1, $2::int)
     returning id, key, upload_key`,
    [teamId, count],
  )
  return rows
}

/** Items per second with several concurrent callers. */
export async function pace<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<number> {
  const queue = [...items]
  const began = performance.now()
  const one = async () => {
    for (let item = queue.pop(); item !== undefined; item = queue.pop()) await work(item)
  }
  await Promise.all(Array.from({ length: callers }, one))
  return items.length / ((performance.now() - began) / 1000)
}

/** The bare transaction of `complete`, per second. */
export async function transact(deps: Deps, teamId: number, count: number): Promise<number> {
  return pace(await makeWaiting(deps, teamId, count), ({ id, upload_key }) =>
    inTransaction(deps.db, async (tx) => {
      await startProcessing(
        tx,
        { id, upload_key },
        { key: `accepted/${randomUUID()}`, etag: '"x"', bytes: 4 },
      )
      await deps.enqueue(tx, processFile, { v: 1, fileId: id }, { teamId, key: String(id) })
    }),
  )
}
