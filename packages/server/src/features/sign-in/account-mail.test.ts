import { describe, expect, it } from 'vitest'
import { writeAccountMail } from './account-mail.ts'

const mail = {
  name: 'Zoë Ångström',
  teamName: 'Field studies',
  link: 'https://inlet.example/invitation#token',
  expiresAt: new Date('2026-03-01T14:05:00Z'),
}

describe('writeAccountMail', () => {
  it('invites to the workspace of the team', () => {
    const { subject, text } = writeAccountMail({ ...mail, purpose: 'invitation' })
    expect(subject).toBe('Invitation to Field studies in Inlet')
    expect(text).toContain('Hello Zoë Ångström,')
    expect(text).toContain('\n\nhttps://inlet.example/invitation#token\n\n')
    expect(text).toContain('until 1 March 2026 at 14:05 UTC')
  })

  it('tells who did not ask for a reset that nothing has changed', () => {
    const { subject, text } = writeAccountMail({ ...mail, purpose: 'password_reset' })
    expect(subject).toBe('Reset your Inlet password')
    expect(text).toContain('your password stays the same')
  })
})
