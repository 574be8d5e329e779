/** A page of another origin, in a real browser. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)

export const hasBrowser = chromium !== undefined

const switches = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
  '--virtual-time-budget=15000',
]

/** Serves the page from its own origin and returns the text of its `<output>` once its script has finished. */
export async function outputOfPage(script: string): Promise<string> {
  const page = `<!doctype html><meta charset="utf-8"><output>waiting</output><script type="module">
    const say = (text) => { document.querySelector('output').textContent = text }
    try { say(await (async () => { ${script} })()) } catch (error) { say('failed: ' + error) }
  </script>`
  const server = createServer((_request, answer) => answer.setHeader('content-type', 'text/html').end(page))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const profile = await mkdtemp(join(tmpdir(), 'inlet-browser-'))
  try {
    const { port } = server.address() as AddressInfo
    const address = `http://127.0.0.1:${port}/`
    const { stdout } = await run(chromium ?? '', [
      ...switches,
      `--user-data-dir=${profile}`,
      '--dump-dom',
      address,
    ])
    return /<output>([^<]*)<\/output>/.exec(stdout)?.[1] ?? stdout
  } finally {
    server.close()
    await rm(profile, { recursive: true, force: true })
  }
}
