/** A real browser, for what only a browser decides: cookies, origins and content security policies. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)

export const hasBrowser = chromium !== undefined

export interface Browser {
  /** The text of the page's `<output>`, once its scripts have finished. */
  outputOf(address: string): Promise<string>
  close(): Promise<void>
}

/** Has its own profile, so that cookies persist from one page to the next. */
export async function openBrowser(): Promise<Browser> {
  const profile = await mkdtemp(join(tmpdir(), 'inlet-browser-'))
  const switches = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--no-first-run',
    '--virtual-time-budget=20000',
    `--user-data-dir=${profile}`,
  ]
  return {
    async outputOf(address) {
      const { stdout } = await run(chromium ?? '', [...switches, '--dump-dom', address], { timeout: 90_000 })
      return /<output>([^<]*)<\/output>/.exec(stdout)?.[1]?.replaceAll('&amp;', '&') ?? stdout
    },
    close: () => rm(profile, { recursive: true, force: true, maxRetries: 5 }),
  }
}
