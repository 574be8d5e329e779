/** Detects pages that interpret imported text as HTML or script. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { baseUrl } from './browser.ts'
import { payloads } from './payloads.ts'

interface Watched {
  hits: number
  breaches: number
}

/** Counts executed scripts and policy violations, because even a blocked attempt is a bug. */
export async function watch(page: Page): Promise<string[]> {
  await page.addInitScript(() => {
    const seen: Watched = { hits: 0, breaches: 0 }
    const hit = () => {
      seen.hits += 1
    }
    Object.assign(globalThis, { seen, ran: hit, alert: hit, confirm: hit, prompt: hit })
    document.addEventListener('securitypolicyviolation', () => {
      seen.breaches += 1
    })
  })
  const elsewhere: string[] = []
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== baseUrl) elsewhere.push(request.url())
  })
  page.on('dialog', (dialog) => {
    elsewhere.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  return elsewhere
}

export async function expectOnlyText(page: Page, where: string): Promise<void> {
  expect(await findInterpreted(page), where).toEqual({ hits: 0, breaches: 0, made: [] })
}

function findInterpreted(page: Page): Promise<Watched & { made: string[] }> {
  return page.evaluate(() => {
    const made = document.querySelectorAll(
      'iframe, object, embed, math, base, meta[http-equiv], #root script, #root style:not([data-mantine-styles]), #root video, #root form[action], [onerror], [onload], [onmouseover], [ontoggle], [onfocus], [onbegin], a[href^="javascript:" i], a[href^="data:" i], a[href*="elsewhere"], img[src*="elsewhere"], img[src="x"]',
    )
    const { seen } = globalThis as unknown as { seen: Watched }
    return { ...seen, made: [...made].map(({ outerHTML }) => outerHTML.slice(0, 120)) }
  })
}

/** Verifies the detector itself: payloads inserted as HTML are detected, and elements that they would create. */
export async function expectWatchWorks(page: Page): Promise<void> {
  await page.evaluate(
    (texts) => {
      try {
        document.body.innerHTML = texts.join('')
      } catch {
        // Blocked by the content security policy, which reports it.
      }
    },
    payloads.slice(0, 12),
  )
  await page.evaluate(() => document.body.append(document.createElement('iframe')))
  await expect.poll(() => findInterpreted(page)).toMatchObject({ breaches: 1, made: ['<iframe></iframe>'] })
}
