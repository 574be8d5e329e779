import { type Db, inTransaction } from '../../platform/db/database.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import { forgetOldOutcomes, listAddressees } from './import-outcomes.repo.ts'
import { sendImportMail } from './send-import-mail.job.ts'

/** Enqueues the e-mails that are due. */
export async function reportImports({
  db,
  enqueue,
  mailer,
}: {
  db: Db
  enqueue: Enqueue
  mailer: Mailer | undefined
}): Promise<number> {
  await forgetOldOutcomes(db)
  const addressees = mailer ? await listAddressees(db) : []
  for (const { userId, teamId } of addressees)
    await inTransaction(db, (tx) =>
      enqueue(tx, sendImportMail, { v: 1, userId }, { teamId, key: String(userId) }),
    )
  return addressees.length
}
