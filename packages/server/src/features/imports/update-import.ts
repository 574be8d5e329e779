/** Names and projects of imports, through the use cases of the API for programs. */
import type { ManagedFile, ManagedInsight, ManagedSurvey } from '@inlet/contract'
import type { ImportKind, ImportRecord } from '@inlet/contract/workspace'
import type { Principal } from '../../platform/auth/principal.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { etagOf } from '../../platform/http/etag.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import { updateFile } from '../files/files.public.ts'
import { updateInsight } from '../insights/insights.public.ts'
import { updateSurvey } from '../surveys/surveys.public.ts'
import { recordTrash } from '../trash/trash.public.ts'

export interface ImportRef {
  kind: ImportKind
  key: string
}

type Managed = ManagedFile | ManagedInsight | ManagedSurvey

export const viewImportRecord = ({ kind, key }: ImportRef, record: Managed): ImportRecord => ({
  kind,
  key,
  name: record.name,
  project_id: record.project_id,
  etag: etagOf(record),
})

export function getImportRecord(
  { db }: { db: Db },
  principal: Principal,
  ref: ImportRef,
): Promise<ImportRecord> {
  return inTransaction(db, async (tx) =>
    viewImportRecord(ref, (await recordTrash[ref.kind].lock(tx, principal, ref.key)).view),
  )
}

export async function updateImport(
  deps: { db: Db; enqueue: Enqueue },
  principal: Principal,
  input: ImportRef & { changes: { name?: string; project_id?: number }; ifMatch: string | undefined },
): Promise<ImportRecord> {
  return viewImportRecord(input, await update(deps, principal, input))
}

function update(
  deps: Parameters<typeof updateImport>[0],
  principal: Principal,
  { kind, key, changes, ifMatch }: Parameters<typeof updateImport>[2],
): Promise<Managed> {
  switch (kind) {
    case 'file':
      return updateFile(deps, principal, { wavKey: key, changes, ifMatch })
    case 'insight':
      return updateInsight(deps, principal, { insightKey: key, changes, ifMatch })
    case 'survey':
      return updateSurvey(deps, principal, { uploadKey: key, changes, ifMatch })
  }
}
