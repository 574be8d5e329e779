import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { openPage } from './harness/browser.ts'
import { checkScreen } from './harness/check-screen.ts'
import { signIn } from './harness/sign-in.ts'

const run = promisify(execFile)
const inShell = async (lines: string) => (await run('bash', ['-c', lines])).stdout

it('a key is made, tried with curl, replaced and revoked', async () => {
  const page = await openPage()
  await signIn(page)
  await page.goto('/developers/keys')
  await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor()
  await page.keyboard.press('n')
  const form = page.getByRole('dialog', { name: 'Create key' })
  await form.getByLabel('Name').fill('ci-import')
  await form.getByLabel('Import insights').uncheck()
  await checkScreen(page, 'key-create')
  await form.getByRole('button', { name: 'Create key' }).click()

  const told = page.getByRole('dialog', { name: 'Secret of ci-import' })
  const lines = (await told.getByRole('region', { name: 'terminal lines' }).textContent()) ?? ''
  await page.keyboard.press('Escape')
  expect(await told.isVisible(), 'it stays until the secret is stored').toBe(true)
  await checkScreen(page, 'key-secret')
  expect(JSON.parse(await inShell(lines))).toHaveProperty('projects')
  await told.getByLabel('I have stored it').check()
  await told.getByRole('button', { name: 'Close' }).click()
  await told.waitFor({ state: 'detached' })

  const row = page.getByRole('button', { name: 'ci-import' })
  await page.reload()
  await row.waitFor()
  await checkScreen(page, 'keys')
  await row.click()
  const drawer = page.getByRole('dialog', { name: 'ci-import' })
  expect(await drawer.textContent()).not.toContain('Import insights')
  await checkScreen(page, 'key-drawer')

  await drawer.getByRole('button', { name: 'Replace secret' }).click()
  await page.getByRole('button', { name: 'Make a new secret' }).click()
  await told.waitFor()
  const newLines = (await told.getByRole('region', { name: 'terminal lines' }).textContent()) ?? ''
  expect(newLines).not.toBe(lines)
  for (const each of [lines, newLines]) expect(JSON.parse(await inShell(each))).toHaveProperty('projects')
  await told.getByLabel('I have stored it').check()
  await told.getByRole('button', { name: 'Close' }).click()

  const token = /TOKEN=.*\n.*/.exec(newLines)?.[0] ?? ''
  const kept = (await inShell(`${token}\nprintf %s "$TOKEN"`)).trim()
  await drawer.getByRole('button', { name: 'Revoke key' }).click()
  const asking = page.getByRole('dialog', { name: 'Revoke ci-import?' })
  const confirm = asking.getByRole('button', { name: 'Revoke key' })
  expect(await confirm.isDisabled()).toBe(true)
  await asking.getByLabel('Type ci-import to confirm').fill('ci-import')
  await checkScreen(page, 'key-revoke')
  await confirm.click()
  await asking.waitFor({ state: 'detached' })
  await drawer.getByText('Revoked').waitFor()
  expect(JSON.parse(await inShell(newLines))).toMatchObject({ code: expect.any(String) })
  const url = /curl (\S+\/projects)/.exec(newLines)?.[1] ?? ''
  const withKept = `curl -s -o /dev/null -w '%{http_code}' ${url} -H 'Authorization: Bearer ${kept}'`
  // Every process knows it within ten seconds.
  await expect.poll(() => inShell(withKept), { timeout: 12_000, interval: 500 }).toBe('401')
})
