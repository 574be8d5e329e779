/** Connects and signs in to the SMTP server, without sending anything. */
import type { Mailer } from '../../../platform/mail/mailer.ts'
import { type CheckResult, failed, ok, reasonOf } from './check-result.ts'

const check = 'e-mail'

const fixes: Record<string, string> = {
  EAUTH: 'The server rejects the user name or the password. Correct them in INLET_SMTP_URL.',
  ETLS: 'The server offers no encryption. Use smtps://, or a port that supports STARTTLS.',
  EDNS: 'The host name cannot be resolved. Correct INLET_SMTP_URL.',
}

export async function checkMail(mailer: Mailer): Promise<CheckResult> {
  try {
    await mailer.verify()
    return ok(check, 'SMTP server accepts connections')
  } catch (error) {
    const reason = reasonOf(error)
    const fix = fixes[reason] ?? 'Check host and port in INLET_SMTP_URL and the network path to the server.'
    return failed(check, `the SMTP server cannot be used (${reason})`, fix)
  }
}
