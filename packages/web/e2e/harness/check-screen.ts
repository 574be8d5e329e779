/** Checks for every screen, in light and dark, on desktop and phone widths. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { problemsOf, screenshots } from './browser.ts'

const all = [
  { width: 1440, height: 900, scheme: 'light' },
  { width: 1440, height: 900, scheme: 'dark' },
  { width: 390, height: 844, scheme: 'light' },
  { width: 390, height: 844, scheme: 'dark' },
] as const
/** By default, each width and each scheme once. */
const variants = process.env['INLET_FULL'] ? all : [all[0], all[3]]

/** Takes screenshots in every variant. Fails on axe violations, console errors and horizontal scrolling. */
export async function checkScreen(page: Page, name: string): Promise<void> {
  for (const { width, height, scheme } of variants) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    await page.waitForTimeout(250)
    await waitForScheme(page, scheme)
    await waitForPaint(page)
    await screenshot(page, `${name}-${width}-${scheme}`)
    await expectNoViolations(page, `${name} at ${width}, ${scheme}`)
  }
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ colorScheme: 'light' })
}

/** On a busy machine, the page follows the emulated preference later. Pages outside the workspace follow it by CSS alone. */
async function waitForScheme(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  await page.waitForFunction(
    (expected) => {
      const followed = document.documentElement.getAttribute('data-mantine-color-scheme')
      return followed === null || followed === expected
    },
    scheme,
    { timeout: 10_000 },
  )
}

/** Two frames: the first may still show the previous state. */
async function waitForPaint(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(undefined)))),
  )
}

export async function screenshot(page: Page, name: string): Promise<void> {
  mkdirSync(screenshots, { recursive: true })
  await page.screenshot({ path: join(screenshots, `${name}.png`) })
}

export async function expectNoViolations(page: Page, where: string): Promise<void> {
  expect(problemsOf(page), `errors in the console: ${where}`).toEqual([])
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const found = await page.evaluate(async () => {
    const { axe: engine } = globalThis as unknown as { axe: typeof import('axe-core') }
    const { violations } = await engine.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      // Details of what passes took a third of the time.
      resultTypes: ['violations'],
    })
    // A bar at the edge of the screen may cover part of a target, to which people can scroll.
    const isTooSmall = async (selector: string) => {
      const target = document.querySelector(selector)
      target?.scrollIntoView({ block: 'center' })
      return (await engine.run(selector, { runOnly: ['target-size'] })).violations.length > 0
    }
    const texts: string[] = []
    for (const { id, nodes } of violations)
      for (const { html, any, target } of nodes)
        if (id !== 'target-size' || (await isTooSmall(String(target[0]))))
          texts.push(`${id}: ${html.slice(0, 160)} (${any.map(({ message }) => message).join(' ')})`)
    return texts
  })
  expect(found, `findings of axe: ${where}`).toEqual([])
}

/** WCAG 1.4.10: no horizontal page scroll at 320 px. */
async function expectNoSidewaysScroll(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.waitForTimeout(150)
  const { wide, room } = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth,
    room: document.documentElement.clientWidth,
  }))
  expect(wide, 'width of the page at 320 px').toBeLessThanOrEqual(room)
}
