import type { Config } from '../platform/config/config.ts'
import { createMailer, type Mailer } from '../platform/mail/mailer.ts'

/** Undefined when e-mail is not configured. */
export function openMailer({
  INLET_SMTP_URL: smtpUrl,
  INLET_MAIL_FROM: from,
}: Pick<Config, 'INLET_SMTP_URL' | 'INLET_MAIL_FROM'>): Mailer | undefined {
  return smtpUrl === undefined || from === undefined ? undefined : createMailer({ smtpUrl, from })
}
