/** Which outcomes of imports the signed-in user gets by e-mail. */
import * as contract from '@inlet/contract/workspace'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/database.ts'
import { answer, bindRoute } from '../../platform/http/bind-route.ts'
import { principalOf } from '../../platform/http/import-scope.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import { readChoice, saveChoice } from './import-outcomes.repo.ts'

export function importMailRoutes(
  app: FastifyInstance,
  { db, mailer }: { db: Db; mailer: Mailer | undefined },
): void {
  const canSend = mailer !== undefined

  bindRoute(app, contract.getImportMail, async ({ request }) =>
    answer(200, { choice: await readChoice(db, principalOf(request).userId), can_send: canSend }),
  )

  bindRoute(app, contract.setImportMail, async ({ body, request }) => {
    await saveChoice(db, principalOf(request).userId, body.choice)
    return answer(200, { choice: body.choice, can_send: canSend })
  })
}
