import { createHash } from 'node:crypto'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import type { Attempt } from '../../platform/jobs/attempt.ts'
import type { JobPayload } from '../../platform/jobs/job.ts'
import type { Mailer, Message } from '../../platform/mail/mailer.ts'
import { listReported } from '../imports/imports.public.ts'
import { findLiveUser, findProfile } from '../sign-in/sign-in.public.ts'
import { writeImportMail } from './import-mail.ts'
import { forgetOutcomes, listOutcomes, type Outcome, readChoice } from './import-outcomes.repo.ts'
import type { sendImportMail } from './send-import-mail.job.ts'

export interface ImportMailDeps {
  db: Db
  mailer: Mailer | undefined
  publicUrl: string
}

/** If the process dies after sending, the same e-mail is sent again under the same message id. */
export async function handleSendImportMail(
  deps: ImportMailDeps,
  { userId }: JobPayload<typeof sendImportMail>,
  attempt: Attempt,
): Promise<void> {
  const outcomes = await listOutcomes(deps.db, userId)
  if (outcomes.length === 0) return
  const message = await writeMessage(deps, userId, outcomes)
  if (message) {
    if (!deps.mailer) throw new Error('INLET_SMTP_URL is set for another worker, but not for this one.')
    await deps.mailer.send(message)
  }
  await inTransaction(deps.db, async (tx) => {
    await forgetOutcomes(tx, userId, outcomes)
    await attempt.complete(tx)
  })
}

/** Only what the person can still open. Undefined if nothing is left to report. */
async function writeMessage(
  { db, publicUrl }: ImportMailDeps,
  userId: number,
  outcomes: readonly Outcome[],
): Promise<Message | undefined> {
  const principal = await findLiveUser(db, userId)
  const profile = await findProfile(db, userId)
  const choice = await readChoice(db, userId)
  if (!principal || !profile || choice === 'never') return undefined
  const ended = await listReported(
    db,
    principal,
    outcomes.map(({ kind, recordId }) => ({ kind, id: recordId })),
  )
  const imports = ended.filter(({ failure }) => failure !== null || choice === 'finished')
  if (imports.length === 0) return undefined
  const { subject, text } = writeImportMail({ name: profile.name, imports, publicUrl })
  return {
    to: { name: profile.name, address: profile.email },
    subject,
    text,
    messageId: `<${fingerprint(userId, outcomes)}@${new URL(publicUrl).hostname}>`,
  }
}

function fingerprint(userId: number, outcomes: readonly Outcome[]): string {
  const parts = outcomes.map(({ kind, recordId, endedAt }) => [kind, recordId, endedAt.getTime()])
  return createHash('sha256')
    .update(JSON.stringify([userId, parts]))
    .digest('hex')
    .slice(0, 32)
}
