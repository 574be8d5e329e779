import { createHmac } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openPage } from './harness/browser.ts'
import { checkScreen } from './harness/check-screen.ts'
import { pdf } from './harness/files.ts'
import { sendFile } from './harness/import-files.ts'
import { type ReceivedRequest, startReceiver } from './harness/receiver.ts'
import { signInToAccount } from './harness/sign-in.ts'
import { makeProject } from './harness/workspace.ts'

interface IssuedWebhook {
  webhook: { webhook_key: string }
}

/** Calls the workspace API as the user of the page. */
const askAs = <T>(page: Page, method: string, path: string, body?: object) =>
  page.evaluate(
    async ([verb, address, json]) => {
      const response = await fetch(`/api/v1/workspace${address}`, {
        method: verb ?? 'GET',
        ...(json && { headers: { 'content-type': 'application/json' }, body: json }),
      })
      const answer: unknown = response.status === 204 ? null : await response.json()
      return { status: response.status, answer }
    },
    [method, path, body && JSON.stringify(body)] as const,
  ) as Promise<{ status: number; answer: T }>

async function saveSecret(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog', { name: 'Webhook secret' })
  const secret = (await dialog.getByRole('region', { name: 'secret' }).textContent()) ?? ''
  await page.keyboard.press('Escape')
  expect(await dialog.isVisible(), 'the dialog stays open until the secret is saved').toBe(true)
  await dialog.getByLabel('I have saved it').check()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'detached' })
  return secret
}

/** Whether one of the signatures of a request was made with the secret. */
function isSignedWith(secret: string, { headers, body }: ReceivedRequest): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const expected = `v1,${createHmac('sha256', key).update(text).digest('base64')}`
  return (headers['webhook-signature'] ?? '').split(' ').includes(expected)
}

const typeOf = ({ body }: ReceivedRequest) => (JSON.parse(body) as { type: string }).type

it('creates a webhook, tests it, redelivers an event, rotates the secret and deletes it', async () => {
  const receiver = await startReceiver()
  const url = `${receiver.url}/hooks/${'a-very-long-path-'.repeat(8)}`
  const project = `Notified ${Date.now()}`
  const projectId = await makeProject(project)
  const page = await openPage()
  await signInToAccount(page)

  await page.getByRole('navigation').getByRole('link', { name: 'Webhooks' }).click()
  await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor()
  expect(await page.title()).toMatch(/^Webhooks/)
  await page.getByText('No webhooks yet.').waitFor()
  await checkScreen(page, 'webhooks-empty')

  // Without a key that may have webhooks, the dialog leads to the keys.
  await page.keyboard.press('n')
  const form = page.getByRole('dialog', { name: 'Create webhook' })
  await form.getByText('A webhook needs an active API key').waitFor()
  await checkScreen(page, 'webhook-without-key')
  await form.getByRole('link', { name: 'API keys' }).click()
  await page.getByRole('button', { name: 'Create key' }).click()
  const keyForm = page.getByRole('dialog', { name: 'Create key' })
  for (const label of ['Read the event log', 'Manage webhooks'])
    expect(await keyForm.getByLabel(label).isChecked()).toBe(false)
  await keyForm.getByRole('textbox', { name: 'Name' }).fill('تنبيهات ci')
  await keyForm.getByLabel('Manage webhooks').check()
  await keyForm.getByRole('button', { name: 'Create key' }).click()
  await page.getByLabel('I have saved it').check()
  await page.getByRole('button', { name: 'Close' }).click()
  await page.goto('/webhooks')

  await page.getByRole('button', { name: 'Create webhook' }).click()
  await form.getByLabel('URL').fill('https://10.0.0.1/hook')
  await form.getByLabel('Description').fill('يرسل الأحداث إلى لوحة المشروع')
  await form.getByRole('button', { name: 'Create webhook' }).click()
  const refusal = form.getByText('The address is not public.')
  await refusal.waitFor()
  expect(await form.getByLabel('URL').getAttribute('aria-invalid')).toBe('true')
  await form.getByLabel('URL').fill(url)
  await refusal.waitFor({ state: 'detached' })
  await form.getByLabel('All events').uncheck()
  expect(await form.getByRole('button', { name: 'Create webhook' }).isDisabled()).toBe(true)
  await form.getByLabel('Projects', { exact: true }).check()
  await form.getByRole('button', { name: 'Show types: Files' }).click()
  await form.getByLabel('Processing').check()
  await checkScreen(page, 'webhook-create')
  await form.getByRole('combobox', { name: 'Limit to projects' }).fill(project)
  await page.getByRole('option', { name: project }).click()
  await page.keyboard.press('Tab')
  await form.getByRole('button', { name: 'Create webhook' }).click()
  await page.getByRole('dialog', { name: 'Webhook secret' }).waitFor()
  await checkScreen(page, 'webhook-secret')
  const secret = await saveSecret(page)
  expect(secret).toMatch(/^whsec_/)

  const row = page.getByRole('button', { name: url })
  await row.waitFor()
  await checkScreen(page, 'webhooks')
  await row.click()
  const drawer = page.getByRole('dialog', { name: url })
  await drawer.getByText('No deliveries yet.').waitFor()
  await drawer.getByRole('button', { name: 'Send test event' }).click()
  await drawer.getByText('Test event received').waitFor()
  await drawer.getByText('HTTP 200').waitFor()
  const [test] = receiver.received
  expect(test && typeOf(test)).toBe('webhook.test')
  expect(test && isSignedWith(secret, test)).toBe(true)

  receiver.status = 500
  await drawer.getByRole('button', { name: 'Send test event' }).click()
  await drawer.getByText('Test event failed').waitFor()
  await page.reload()

  // An event of the chosen project is delivered by the worker.
  await sendFile(projectId, pdf('notes.pdf'))
  await expect
    .poll(() => receiver.received.filter((request) => typeOf(request) === 'file.processing').length, {
      timeout: 30_000,
    })
    .toBeGreaterThan(0)
  await drawer.getByRole('button', { name: 'Refresh' }).click()
  const delivery = drawer.getByRole('button', { name: /file\.processing/ })
  await drawer.getByRole('button', { name: /Pending.*file\.processing.*HTTP 500/ }).waitFor()
  await delivery.click()
  await drawer.getByText('Next attempt').waitFor()
  await checkScreen(page, 'webhook-drawer')
  receiver.status = 200
  await drawer.getByRole('button', { name: 'Retry now' }).click()
  await drawer.getByRole('button', { name: /Succeeded.*file\.processing.*HTTP 200/ }).waitFor()

  await drawer.getByRole('link', { name: 'Failed' }).click()
  await drawer.getByText('No deliveries with this status.').waitFor()
  await page.waitForURL(/show=failed/)
  await drawer.getByRole('link', { name: 'Succeeded' }).click()
  await delivery.waitFor()

  const before = receiver.received.length
  await drawer.getByRole('button', { name: 'Redeliver since…' }).click()
  const since = page.getByRole('dialog', { name: 'Redeliver events' })
  await checkScreen(page, 'webhook-redeliver')
  await since.getByRole('button', { name: 'Redeliver events' }).click()
  await since.getByText(/^\d+ events? will be sent\.$/).waitFor()
  await since.getByRole('button', { name: 'Close' }).last().click()
  await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBeGreaterThan(before)

  await drawer.getByRole('button', { name: 'Rotate secret' }).click()
  await page.getByRole('dialog', { name: 'Rotate secret' }).getByText('Old secret expires').waitFor()
  await page.getByRole('button', { name: 'Create secret' }).click()
  const newSecret = await saveSecret(page)
  expect(newSecret).not.toBe(secret)
  await drawer.getByText('Old secret').waitFor()
  await drawer.getByRole('button', { name: 'Send test event' }).click()
  await drawer.getByText('Test event received').waitFor()
  const last = receiver.received.findLast((request) => typeOf(request) === 'webhook.test')
  for (const each of [secret, newSecret]) expect(last && isSignedWith(each, last)).toBe(true)

  await drawer.getByRole('button', { name: 'Disable' }).click()
  await drawer.getByText('Turned off by a user.').waitFor()
  expect(await drawer.getByRole('button', { name: 'Redeliver since…' }).count()).toBe(0)
  await checkScreen(page, 'webhook-disabled')
  await drawer.getByRole('button', { name: 'Enable' }).click()
  await drawer.getByRole('button', { name: 'Disable' }).waitFor()

  await drawer.getByRole('button', { name: 'Delete' }).click()
  const confirmation = page.getByRole('dialog', { name: 'Delete webhook?' })
  await checkScreen(page, 'webhook-delete')
  await confirmation.getByRole('button', { name: 'Delete webhook' }).click()
  await page.getByText('No webhooks yet.').waitFor()
})

it('shows responses of receivers as text, also from right to left', async () => {
  const page = await openPage()
  await signInToAccount(page)
  const scopes = ['project:read', 'webhook:write']
  const key = { name: 'excerpts', kind: 'personal', scopes }
  const { answer: created } = await askAs<{ key: { client_id: string } }>(page, 'POST', '/keys', key)
  const { answer: issued } = await askAs<IssuedWebhook>(page, 'POST', '/webhooks', {
    client_id: created.key.client_id,
    url: 'https://hooks.example.test/inlet',
  })
  const attempt = { at: '2026-11-15T12:00:00.000Z', http_status: null, duration_ms: 1_440 }
  const of = (number: number, status: string, attempts: object[]) => ({
    delivery_key: `00000000-0000-4000-8000-00000000000${number}`,
    event_id: `evt_${number}`,
    type: 'survey.awaiting_upload',
    status,
    next_attempt_at: null,
    attempts: attempts.map((one) => ({ ...attempt, error: null, response_excerpt: null, ...one })),
  })
  // Responses from loopback are never shown, so these come from elsewhere.
  await page.route('**/deliveries?*', (intercepted) =>
    intercepted.fulfill({
      json: {
        deliveries: [
          of(1, 'failed', [
            { http_status: 500, response_excerpt: `<b>خطأ في الخادم</b> ${'x'.repeat(400)}` },
            { at: '2026-11-15T11:00:00.000Z', error: 'The connection was refused.' },
          ]),
          of(2, 'succeeded', [{ http_status: 200, response_excerpt: '' }]),
        ],
        next_cursor: null,
      },
    }),
  )
  await page.goto(`/webhooks?open=${issued.webhook.webhook_key}`)
  await page.getByRole('button', { name: /Failed.*survey\.awaiting_upload.*HTTP 500/ }).click()
  await page.getByText('<b>خطأ في الخادم</b>').waitFor()
  await page.getByText('The connection was refused.').waitFor()
  await page.getByRole('list', { name: 'Deliveries' }).scrollIntoViewIfNeeded()
  await checkScreen(page, 'webhook-excerpts')
  expect((await askAs(page, 'DELETE', `/webhooks/${issued.webhook.webhook_key}`)).status).toBe(204)
})

it('lets an admin only disable the webhook of a colleague, and a viewer only see it', async () => {
  const [page, team] = [await openPage(), await openPage()]
  await signInToAccount(team)
  await signInToAccount(page, 'viewer')
  const setRole = async (from: number, to: number) => {
    const { answer } = await askAs<{ members: { id: number; role: number }[] }>(team, 'GET', '/team/members')
    const id = answer.members.find(({ role }) => role === from)?.id
    await askAs(team, 'PATCH', `/team/members/${id}`, { role: to })
  }
  const canWrite = async () => (await askAs<{ can_write: boolean }>(page, 'GET', '/session')).answer.can_write
  const [viewer, collaborator] = [2, 4]
  // Create the webhook before the user becomes a viewer.
  await setRole(viewer, collaborator)
  await expect.poll(canWrite).toBe(true)
  const key = { name: 'colleague', kind: 'personal', scopes: ['project:read', 'webhook:write'] }
  let clientId = ''
  const createKey = async () => {
    const { status, answer } = await askAs<{ key?: { client_id: string } }>(page, 'POST', '/keys', key)
    clientId = answer.key?.client_id ?? ''
    return status
  }
  await expect.poll(createKey).toBe(201)
  const url = 'https://hooks.example.test/colleague'
  const body = { client_id: clientId, url, types: ['file.*', 'survey.completed'] }
  expect((await askAs(page, 'POST', '/webhooks', body)).status).toBe(201)
  await setRole(collaborator, viewer)
  await expect.poll(canWrite).toBe(false)

  await team.goto('/webhooks')
  await team.getByRole('button', { name: url }).click()
  const drawer = team.getByRole('dialog', { name: url })
  await drawer.getByText('As an admin, you can only disable it.').waitFor()
  for (const name of ['Delete', 'Rotate secret', 'Send test event'])
    expect(await drawer.getByRole('button', { name }).count()).toBe(0)
  expect(await drawer.getByText('Deliveries').count()).toBe(0)
  await checkScreen(team, 'webhook-of-a-colleague')
  await drawer.getByRole('button', { name: 'Disable' }).click()
  await team.getByRole('button', { name: 'Disable webhook' }).click()
  await drawer.getByText('Turned off by a user.').waitFor()

  await page.goto('/webhooks')
  await page.getByText('Turned off by a user.').waitFor()
  expect(await page.getByRole('button', { name: 'Create webhook' }).count()).toBe(0)
  await checkScreen(page, 'webhooks-of-a-viewer')
  await page.getByRole('button', { name: url }).click()
  const own = page.getByRole('dialog', { name: url })
  await own.getByText('No deliveries yet.').waitFor()
  for (const name of ['Enable', 'Delete', 'Rotate secret', 'Send test event', 'Redeliver since…'])
    expect(await own.getByRole('button', { name }).count()).toBe(0)
})
