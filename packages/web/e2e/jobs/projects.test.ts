import { expect, onTestFinished } from 'vitest'
import { people, problemsOf } from '../harness/browser.ts'
import { heading, job, unique } from '../harness/hands.ts'
import { sendFile } from '../harness/import-files.ts'
import { openWindow } from '../harness/sign-in.ts'
import { ask, makeProject } from '../harness/workspace.ts'

job(
  'signs in, after a wrong password',
  async ({ page, press, type }) => {
    await page.goto('/')
    await heading(page, 'Sign in')
    const enter = async (password: string) => {
      await type(page.getByLabel('E-mail'), people.admin.email)
      await type(page.getByLabel('Password', { exact: true }), password)
      await press(page.getByRole('button', { name: 'Sign in', exact: true }))
    }
    await enter('wrong but long enough')
    await page.getByRole('alert').getByText('The e-mail address or the password is wrong').waitFor()
    await enter(people.admin.password)
    await heading(page, 'Projects')
  },
  false,
)

job('understands the list of projects and opens one', async ({ page, press }) => {
  const name = unique('Understood')
  const id = await makeProject(name)
  await page.goto('/projects')
  const row = page.getByRole('listitem').filter({ hasText: name })
  await row.waitFor()
  expect(await row.textContent()).toMatch(/Empty|No |Nothing|just now|now/i)
  await press(row.getByRole('link', { name }))
  await heading(page, name)
  expect(new URL(page.url()).pathname).toBe(`/projects/${id}`)
})

job('creates a project with privacy settings', async ({ page, press, check, type, isKeyboard }) => {
  const name = unique('Protected')
  await page.goto('/projects')
  await heading(page, 'Projects')
  if (isKeyboard) await page.keyboard.press('n')
  else await press(page.getByRole('button', { name: 'New project' }))
  const dialog = page.getByRole('dialog')
  await type(dialog.getByLabel('Name'), name)
  await press(dialog.getByRole('button', { name: 'Language and privacy settings' }))
  await check(dialog.getByLabel('Protect new recordings'))
  await check(dialog.getByLabel('Redact personal data'))
  await press(dialog.getByRole('button', { name: 'Create project' }))
  await heading(page, name)
  await page.getByText('New recordings are protected').waitFor()
})

job('renames, shares, archives, deletes and restores a project', async ({ page, press, type, choose }) => {
  const name = unique('Managed')
  const id = await makeProject(name)
  await page.goto(`/projects/${id}`)
  await heading(page, name)
  const more = page.getByRole('button', { name: 'More', exact: true })
  await choose(more, 'Settings')
  await heading(page, 'Settings')
  await type(page.getByLabel('Name', { exact: true }), `${name} renamed`)
  await press(page.getByRole('button', { name: 'Save settings' }))
  await page.getByText('Saved').waitFor()
  await press(page.getByRole('button', { name: 'Archive project' }))
  await heading(page, 'Projects')
  await page.getByRole('link', { name: `${name} renamed` }).waitFor({ state: 'detached' })
  await choose(more, 'Archived projects')
  await heading(page, 'Archived projects')
  await press(page.getByRole('button', { name: `Unarchive ${name} renamed` }))
  await page.getByRole('row', { name: `${name} renamed` }).waitFor({ state: 'detached' })
  await page.goto(`/projects/${id}`)
  await heading(page, `${name} renamed`)
  await choose(more, 'Delete project')
  const dialog = page.getByRole('dialog')
  const confirmation = dialog.getByRole('textbox')
  if ((await confirmation.count()) > 0) await type(confirmation, `${name} renamed`)
  await press(dialog.getByRole('button', { name: /^(Delete|Move)/ }))
  await heading(page, 'Projects')
  await page.goto('/trash')
  await press(page.getByRole('button', { name: `Restore ${name} renamed` }))
  await expect
    .poll(() => ask<{ name: string }>('GET', `/projects/${id}`))
    .toMatchObject({ name: `${name} renamed` })
})

job('works in the dark and on a phone', async ({ page, press, choose, isKeyboard }) => {
  await page.goto('/projects')
  await heading(page, 'Projects')
  await choose(page.getByRole('button', { name: 'Theme' }), 'Dark')
  await expect.poll(() => page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark')
  const name = unique('On a phone')
  await makeProject(name)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  await expect.poll(() => page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark')
  await press(page.getByRole('link', { name }))
  await heading(page, name)
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(390)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.reload()
  await heading(page, name)
  await choose(page.getByRole('button', { name: 'Theme' }), isKeyboard ? 'System' : 'Light')
})

job('sees in one window what is done in another', async ({ page, press, type, isKeyboard }) => {
  const name = unique('Two windows')
  const id = await makeProject(name)
  await page.goto('/projects')
  await page.getByRole('link', { name }).waitFor()
  const other = await openWindow(`/projects/${id}`)
  await heading(other, name)
  await press(page.getByRole('link', { name }))
  await heading(page, name)
  if (isKeyboard) await page.keyboard.press('F2')
  else {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
  }
  await type(page.getByRole('dialog').getByLabel('Name'), `${name} later`)
  await press(page.getByRole('dialog').getByRole('button', { name: 'Rename' }))
  await heading(other, `${name} later`)
  expect(problemsOf(other)).toEqual([])
})

job('finds one of 300 imports', async ({ page, press, select, type }) => {
  const name = unique('Three hundred')
  const id = await makeProject(name)
  // Otherwise the imports of the next tests would wait for these.
  onTestFinished(() => ask('DELETE', `/projects/${id}`))
  for (let first = 0; first < 300; first += 20)
    await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        sendFile(id, { name: `note ${first + i + 1}.txt`, buffer: Buffer.from(`Note ${id} ${first + i}`) }),
      ),
    )
  await page.goto(`/projects/${id}`)
  const rows = page.getByRole('list', { name: 'Contents' }).getByRole('listitem')
  await rows.first().waitFor()
  await press(page.getByRole('link', { name: /^Sort by Name/ }))
  await expect.poll(() => rows.first().textContent()).toContain('note 1.txt')
  await select(page.getByLabel('State', { exact: true }), 'Needs attention')
  await page.getByText('Nothing matches these filters.').waitFor()
  await press(page.getByRole('button', { name: 'Clear filters' }))
  await rows.first().waitFor()
  await type(page.getByLabel('Search this project'), 'note 287')
  await page.keyboard.press('Enter')
  await press(page.getByRole('region', { name: 'Names' }).getByRole('link', { name: /note 287\.txt/ }))
  await heading(page, 'note 287.txt')
})
