/** The e-mails that contain a link to set a password. Pure. */

export type AccountMailPurpose = 'invitation' | 'password_reset'

export interface AccountMail {
  purpose: AccountMailPurpose
  name: string
  teamName: string
  link: string
  expiresAt: Date
}

export function writeAccountMail(mail: AccountMail): { subject: string; text: string } {
  const until = formatUtc(mail.expiresAt)
  const paragraphs =
    mail.purpose === 'invitation'
      ? [
          `You have been invited to the workspace of ${mail.teamName}. Open this link to set a password and sign in:`,
          mail.link,
          `The link works once, until ${until}. If you do not expect this invitation, ignore this e-mail.`,
        ]
      : [
          'Open this link to set a new password for your account:',
          mail.link,
          `The link works once, until ${until}. If you did not ask for it, ignore this e-mail: your password stays the same.`,
        ]
  return {
    subject:
      mail.purpose === 'invitation' ? `Invitation to ${mail.teamName} in Inlet` : 'Reset your Inlet password',
    text: `${[`Hello ${mail.name},`, ...paragraphs].join('\n\n')}\n`,
  }
}

const formatUtc = (date: Date) =>
  `${new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(date)} UTC`
