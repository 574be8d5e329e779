import { Type } from 'typebox'
import type { Tx } from '../../platform/db/database.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import type { AccountMailPurpose } from './account-mail.ts'

/** Sends a user the link to set a password. The payload is kept after the job has ended, so it has no token. */
export const sendAccountMail = defineJob({
  name: 'send-account-mail',
  payload: Type.Object({
    v: Type.Literal(1),
    userId: Type.Integer(),
    purpose: Type.Enum(['invitation', 'password_reset']),
  }),
  // With exponential backoff, about two hours in all: a password reset is useless afterwards.
  retryLimit: 8,
  retryDelaySeconds: 30,
  expireSeconds: 300,
})

export async function enqueueAccountMail(
  tx: Tx,
  enqueue: Enqueue,
  mail: { userId: number; teamId: number; purpose: AccountMailPurpose; hmac: Buffer },
): Promise<void> {
  const { userId, teamId, purpose, hmac } = mail
  // By token: a job that is just sending the previous link must not keep the new one from being sent.
  const key = `${purpose}:${userId}:${hmac.toString('hex').slice(0, 16)}`
  await enqueue(tx, sendAccountMail, { v: 1, userId, purpose }, { teamId, key })
}
