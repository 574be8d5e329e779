import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, onTestFinished } from 'vitest'
import { linkIn, startSmtpServer } from '../../../../acceptance/harness/smtp-server.ts'
import { openPage } from '../harness/browser.ts'
import { heading, job, unique } from '../harness/hands.ts'
import { ask, makeProject } from '../harness/workspace.ts'

const inShell = async (lines: string) => (await promisify(execFile)('bash', ['-c', lines])).stdout

job('creates, uses and revokes an API key', async ({ page, press, check, type, isKeyboard }) => {
  const name = unique('job key')
  await page.goto('/keys')
  await heading(page, 'API keys')
  if (isKeyboard) await page.keyboard.press('n')
  else await press(page.getByRole('button', { name: 'Create key' }).first())
  const form = page.getByRole('dialog', { name: 'Create key' })
  await type(form.getByRole('textbox', { name: 'Name' }), name)
  await press(form.getByRole('button', { name: 'Create key' }))
  const secret = page.getByRole('dialog', { name: `Secret for ${name}` })
  const lines = (await secret.getByRole('region', { name: 'curl commands' }).textContent()) ?? ''
  expect(JSON.parse(await inShell(lines))).toHaveProperty('projects')
  await check(secret.getByLabel('I have saved it'))
  await press(secret.getByRole('button', { name: 'Close' }))
  await secret.waitFor({ state: 'detached' })
  await press(page.getByRole('button', { name, exact: true }))
  const drawer = page.getByRole('dialog', { name, exact: true })
  await press(drawer.getByRole('button', { name: 'Revoke key' }))
  const confirmation = page.getByRole('dialog', { name: `Revoke ${name}?` })
  await type(confirmation.getByLabel(`Type ${name} to confirm`), name)
  await press(confirmation.getByRole('button', { name: 'Revoke key' }))
  await drawer.getByText('Revoked').waitFor()
})

job('invites a colleague by e-mail', async ({ page, press, type }) => {
  const smtp = await startSmtpServer(Number(process.env['INLET_E2E_SMTP_PORT']))
  onTestFinished(() => smtp.close())
  const name = unique('Amélie')
  const address = `${name.replaceAll(/\W/g, '')}@example.test`
  await page.goto('/team')
  await heading(page, 'Field research')
  await press(page.getByRole('button', { name: 'Invite member' }))
  const form = page.getByRole('dialog', { name: 'Invite member' })
  await type(form.getByLabel('Name'), name)
  await type(form.getByLabel('E-mail'), address)
  await press(form.getByRole('button', { name: 'Create invitation link' }))
  await page.getByText(`Inlet sends this link to ${address}.`).waitFor()
  const find = () => smtp.mails.find(({ to }) => to.includes(address))
  await expect.poll(() => find(), { timeout: 60_000 }).toBeTruthy()
  const mail = find()
  const invited = await openPage()
  await invited.goto(mail ? linkIn(mail) : '')
  await invited.getByRole('heading', { name: `Welcome, ${name}` }).waitFor()
})

job('looks at queues, storage and the audit log', async ({ page, press }) => {
  const name = unique('Audited')
  const id = await makeProject(name)
  await ask('PATCH', `/projects/${id}`, { name: `${name} renamed` })
  await page.goto('/projects')
  await heading(page, 'Projects')
  await press(page.getByRole('link', { name: 'System' }))
  await page.getByRole('rowheader', { name: 'process-file' }).waitFor()
  await page.getByRole('rowheader', { name: 'Uploaded files' }).waitFor()
  const audit = page.getByRole('region', { name: 'Audit log' })
  await audit
    .getByRole('row', { name: `project ${id}` })
    .first()
    .waitFor()
})

job('learns the shortcuts and goes through all pages', async ({ page, press, choose, isKeyboard }) => {
  await page.goto('/projects')
  await heading(page, 'Projects')
  if (isKeyboard) await page.keyboard.press('?')
  else await choose(page.getByRole('button', { name: /^Account menu/ }), /^Keyboard shortcuts/)
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  for (const name of ['Imports', 'Search', 'Participants', 'Projects']) {
    await press(page.getByRole('link', { name, exact: true }).first())
    await heading(page, name)
  }
})
