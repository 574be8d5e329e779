import { expect, it, onTestFinished } from 'vitest'
import { linkIn, startSmtpServer } from '../../../acceptance/harness/smtp-server.ts'
import { openPage } from './harness/browser.ts'
import { checkScreen } from './harness/check-screen.ts'
import { signIn } from './harness/sign-in.ts'

it('sends an invitation by e-mail, and later a link to reset the forgotten password, by keyboard', async () => {
  const smtp = await startSmtpServer(Number(process.env['INLET_E2E_SMTP_PORT']))
  onTestFinished(() => smtp.close())
  const linkTo = async (address: string, subject: string) => {
    const find = () => smtp.mails.find(({ to, raw }) => to.includes(address) && raw.includes(subject))
    await expect.poll(() => find()).toBeTruthy()
    const mail = find()
    return mail ? linkIn(mail) : ''
  }
  const email = 'amelie@example.test'

  const admin = await openPage()
  await signIn(admin)
  await admin.goto('/team')
  await admin.getByRole('button', { name: 'Invite member' }).click()
  const form = admin.getByRole('dialog', { name: 'Invite member' })
  await form.getByLabel('Name').fill('Amélie Roux')
  await form.getByLabel('E-mail').fill(email)
  await admin.keyboard.press('Enter')
  const shown = admin.getByRole('dialog', { name: 'Invitation for Amélie Roux' })
  await shown.getByText(`Inlet sends this link to ${email}.`).waitFor()
  await checkScreen(admin, 'team-invitation-sent')

  const page = await openPage()
  await page.goto(await linkTo(email, 'Invitation to'))
  await page.getByRole('heading', { name: 'Welcome, Amélie Roux' }).waitFor()
  await page.getByLabel('Choose a password').fill('four words to remember')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor()

  const forgetful = await openPage()
  await forgetful.goto('/sign-in')
  await forgetful.getByLabel('E-mail').fill(email)
  await forgetful.getByRole('button', { name: 'Forgot your password?' }).press('Enter')
  await forgetful.getByRole('heading', { level: 1, name: 'Reset password' }).waitFor()
  await checkScreen(forgetful, 'password-reset')
  expect(await forgetful.getByLabel('E-mail').inputValue()).toBe(email)
  await forgetful.getByLabel('E-mail').press('Enter')
  await forgetful.getByRole('status').getByText('a link to set a new one is on its way').waitFor()
  await forgetful.goto(await linkTo(email, 'Reset your Inlet password'))
  await forgetful.getByLabel('Choose a password').fill('five other words to remember')
  await forgetful.keyboard.press('Enter')
  await forgetful.getByRole('heading', { level: 1, name: 'Projects' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
})
