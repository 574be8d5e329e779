import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { openPage } from './harness/browser.ts'
import { checkScreen } from './harness/check-screen.ts'
import { signIn, signInToAccount } from './harness/sign-in.ts'

const run = promisify(execFile)
const inShell = async (lines: string) => (await run('bash', ['-c', lines])).stdout

it('lets a viewer revoke their own key but not create keys', async () => {
  const [page, team] = [await openPage(), await openPage()]
  await signInToAccount(team)
  await signInToAccount(page, 'viewer')
  const setRole = (role: number) =>
    team.evaluate(
      async ([name, value]) => {
        const headers = { 'content-type': 'application/json' }
        const list = await fetch('/api/v1/workspace/team/members')
        const { members } = (await list.json()) as { members: { id: number; role: number }[] }
        const id = members.find((member) => member.role === name)?.id
        const body = JSON.stringify({ role: value })
        await fetch(`/api/v1/workspace/team/members/${id}`, { method: 'PATCH', headers, body })
      },
      role === 2 ? [4, 2] : [2, 4],
    )
  const canWrite = () =>
    page.evaluate(async () => {
      const session = (await (await fetch('/api/v1/workspace/session')).json()) as { can_write: boolean }
      return session.can_write
    })
  // Create a key before the user becomes a viewer.
  await setRole(4)
  await expect.poll(canWrite).toBe(true)
  const createKey = () =>
    page.evaluate(async () => {
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify({ name: 'old-import', kind: 'personal', scopes: ['project:read'] })
      return (await fetch('/api/v1/workspace/keys', { method: 'POST', headers, body })).status
    })
  // The session is cached for a few seconds, so the new role may take effect a moment later.
  await expect.poll(createKey).toBe(201)
  await setRole(2)
  await expect.poll(canWrite).toBe(false)
  await page.goto('/keys')
  await page.getByRole('button', { name: 'old-import' }).click()
  expect(await page.getByRole('button', { name: 'Create key' }).count()).toBe(0)
  await page.getByRole('dialog', { name: 'old-import' }).getByRole('button', { name: 'Revoke key' }).click()
  const confirmation = page.getByRole('dialog', { name: 'Revoke old-import?' })
  await confirmation.getByLabel('Type old-import to confirm').fill('old-import')
  await confirmation.getByRole('button', { name: 'Revoke key' }).click()
  await confirmation.waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Inactive keys' }).waitFor()
  await checkScreen(page, 'keys-of-a-viewer')
})

it('creates an API key, uses it with curl, replaces its secret and revokes it', async () => {
  const page = await openPage()
  await signIn(page)
  await page.goto('/keys')
  await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor()
  await page.keyboard.press('n')
  const form = page.getByRole('dialog', { name: 'Create key' })
  await form.getByRole('textbox', { name: 'Name' }).fill('ci-import')
  await form.getByLabel('Import insights').uncheck()
  await checkScreen(page, 'key-create')
  await form.getByRole('button', { name: 'Create key' }).click()

  const secretDialog = page.getByRole('dialog', { name: 'Secret for ci-import' })
  const lines = (await secretDialog.getByRole('region', { name: 'curl commands' }).textContent()) ?? ''
  await page.keyboard.press('Escape')
  expect(await secretDialog.isVisible(), 'the dialog stays open until the secret is saved').toBe(true)
  await checkScreen(page, 'key-secret')
  expect(JSON.parse(await inShell(lines))).toHaveProperty('projects')
  await secretDialog.getByLabel('I have saved it').check()
  await secretDialog.getByRole('button', { name: 'Close' }).click()
  await secretDialog.waitFor({ state: 'detached' })

  const row = page.getByRole('button', { name: 'ci-import' })
  await page.reload()
  await row.waitFor()
  await checkScreen(page, 'keys')
  await row.click()
  const drawer = page.getByRole('dialog', { name: 'ci-import' })
  expect(await drawer.textContent()).not.toContain('Import insights')
  await checkScreen(page, 'key-drawer')

  await drawer.getByRole('button', { name: 'Replace secret' }).click()
  await page.getByRole('button', { name: 'Create secret' }).click()
  await secretDialog.waitFor()
  const newLines = (await secretDialog.getByRole('region', { name: 'curl commands' }).textContent()) ?? ''
  expect(newLines).not.toBe(lines)
  for (const each of [lines, newLines]) expect(JSON.parse(await inShell(each))).toHaveProperty('projects')
  await secretDialog.getByLabel('I have saved it').check()
  await secretDialog.getByRole('button', { name: 'Close' }).click()

  const token = /TOKEN=.*\n.*/.exec(newLines)?.[0] ?? ''
  const kept = (await inShell(`${token}\nprintf %s "$TOKEN"`)).trim()
  await drawer.getByRole('button', { name: 'Revoke key' }).click()
  const confirmation = page.getByRole('dialog', { name: 'Revoke ci-import?' })
  const confirm = confirmation.getByRole('button', { name: 'Revoke key' })
  expect(await confirm.isDisabled()).toBe(true)
  await confirmation.getByLabel('Type ci-import to confirm').fill('ci-import')
  await checkScreen(page, 'key-revoke')
  await confirm.click()
  await confirmation.waitFor({ state: 'detached' })
  await drawer.getByText('Revoked').waitFor()
  expect(JSON.parse(await inShell(newLines))).toMatchObject({ code: expect.any(String) })
  const url = /curl (\S+\/projects)/.exec(newLines)?.[1] ?? ''
  const withKept = `curl -s -o /dev/null -w '%{http_code}' ${url} -H 'Authorization: Bearer ${kept}'`
  // Revocation reaches every process within ten seconds.
  await expect.poll(() => inShell(withKept), { timeout: 12_000, interval: 500 }).toBe('401')
})
