/** The same work by mouse or by keyboard alone. */
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openPage, problemsOf } from './browser.ts'
import type { PickedFile } from './files.ts'
import { signInToAccount } from './sign-in.ts'

export const isOn = (wanted: Locator) => wanted.evaluate((element) => element === document.activeElement)

/** Presses Tab until the element has the focus. */
export async function tabTo(page: Page, wanted: Locator, most = 90): Promise<void> {
  await wanted.waitFor()
  for (let pressed = 0; pressed <= most; pressed += 1) {
    if (await isOn(wanted)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${String(wanted)}.`)
}

export async function press(page: Page, wanted: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, wanted)
  await page.keyboard.press(key)
}

export interface Hands {
  page: Page
  isKeyboard: boolean
  /** A button, link or tab. */
  press: (wanted: Locator) => Promise<void>
  /** A checkbox, radio button or switch. */
  check: (wanted: Locator) => Promise<void>
  /** Replaces the text of a field. */
  type: (field: Locator, text: string) => Promise<void>
  /** An option of a native select, by its label. */
  select: (field: Locator, label: string) => Promise<void>
  /** An item of the menu of a button. */
  choose: (button: Locator, item: string | RegExp) => Promise<void>
  /** What the control opens is a file chooser. */
  pick: (control: Locator, files: PickedFile[] | string) => Promise<void>
}

/** Pages with long lists have many stops. */
const mostStops = 250

function mouse(page: Page): Hands {
  return {
    page,
    isKeyboard: false,
    press: (wanted) => wanted.click(),
    // Switches are drawn by their label.
    check: (wanted) => wanted.check({ force: true }),
    type: (field, text) => field.fill(text),
    async select(field, label) {
      await field.selectOption({ label })
    },
    async choose(button, item) {
      await button.click()
      await page
        .getByRole('menuitem', { name: item })
        .or(page.getByRole('menuitemradio', { name: item }))
        .click()
    },
    async pick(control, files) {
      const chooser = page.waitForEvent('filechooser')
      await control.click()
      await (await chooser).setFiles(files)
    },
  }
}

function keyboard(page: Page): Hands {
  const key = (wanted: Locator, name: string) =>
    tabTo(page, wanted, mostStops).then(() => page.keyboard.press(name))
  return {
    page,
    isKeyboard: true,
    press: (wanted) => key(wanted, 'Enter'),
    async check(wanted) {
      await key(wanted, 'Space')
      expect(await wanted.isChecked()).toBe(true)
    },
    async type(field, text) {
      await key(field, 'ControlOrMeta+a')
      await page.keyboard.type(text)
    },
    async select(field, label) {
      await tabTo(page, field, mostStops)
      await page.keyboard.type(label)
      expect(await field.locator('option:checked').textContent()).toBe(label)
    },
    async choose(button, item) {
      await key(button, 'Enter')
      const wanted = page
        .getByRole('menuitem', { name: item })
        .or(page.getByRole('menuitemradio', { name: item }))
      await wanted.waitFor()
      for (let step = 0; step < 12 && !(await isOn(wanted)); step += 1) await page.keyboard.press('ArrowDown')
      expect(await isOn(wanted)).toBe(true)
      await page.keyboard.press('Enter')
    },
    async pick(control, files) {
      const chooser = page.waitForEvent('filechooser')
      await tabTo(page, control, mostStops)
      // The file chooser listener has to reach the browser first.
      await page.waitForTimeout(500)
      await page.keyboard.press('Enter')
      await (await chooser).setFiles(files)
    },
  }
}

/** `npm run e2e -- jobs` runs them all; otherwise other tests cover what they do, in less time. */
const isRun = process.env['INLET_E2E_JOBS'] !== undefined

/** Work of a researcher from its start to its result, once by mouse and once by keyboard. */
export function job(name: string, work: (hands: Hands) => Promise<void>, isSignedIn = true): void {
  for (const [means, handsOf] of Object.entries({ mouse, keyboard })) {
    it.skipIf(!isRun)(`${name}, by ${means}`, { timeout: 400_000 }, async () => {
      const page = await openPage()
      if (isSignedIn) await signInToAccount(page)
      await work(handsOf(page))
      // Some jobs go offline.
      expect(problemsOf(page).filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
    })
  }
}

export const heading = (page: Page, name: string | RegExp) =>
  page
    .getByRole('heading', { level: 1, ...(typeof name === 'string' ? { name, exact: true } : { name }) })
    .waitFor({ timeout: 60_000 })

/** Names of projects and files, different for each run of a job. */
let made = 0
export const unique = (name: string): string => {
  made += 1
  return `${name} ${made}`
}
