/**
 * `npm run screenshots`: the pictures of the README, taken from the development system filled by `npm run demo`,
 * in light and dark. Images are compressed to keep clones small.
 */
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { fill } from './demo/fill.ts'
import { findTarget } from './demo/target.ts'
import { readSettings } from './dev/settings.ts'
import { endProcess } from './system.ts'

const run = promisify(execFile)
const folder = join(import.meta.dirname, '../docs/images')
const size = { width: 1440, height: 900 }
const schemes = ['light', 'dark'] as const
const maxBytes = 250 * 1024
/** Time for a page to finish its requests and render. */
const settleMs = 2500
const mostQuietMs = 20_000

const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  existsSync,
)

interface Shot {
  name: string
  path: string
  /** Text that must be visible before the screenshot. */
  shows: string
  prepare?: (page: Page) => Promise<unknown>
}

interface Listed {
  key: string
  name: string
  kind: string
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { only: { type: 'string' } } })
  const target = await findTarget({})
  await fill(target, (line) => process.stdout.write(`${line}\n`))
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--force-color-profile=srgb'],
  })
  try {
    const context = await browser.newContext({ baseURL: target.url, viewport: size, reducedMotion: 'reduce' })
    // A new demo is still being transcribed.
    context.setDefaultTimeout(180_000)
    await signIn(context, target.url)
    const shots = (await listShots(context)).filter(({ name }) => !values.only || name === values.only)
    mkdirSync(folder, { recursive: true })
    for (const shot of shots) await take(context, shot)
  } finally {
    await browser.close()
    if (target.system) await endProcess(target.system)
  }
}

async function signIn(context: BrowserContext, url: string): Promise<void> {
  const { keys, password } = readSettings()
  const data = { email: keys[1]?.label, password }
  const answer = await context.request.post(`${url}/api/v1/workspace/sign-in`, {
    data,
    headers: { origin: url },
  })
  if (!answer.ok()) throw new Error(`Signing in failed with status ${answer.status()}.`)
}

async function listShots(context: BrowserContext): Promise<Shot[]> {
  const { imports } = (await (
    await context.request.get('/api/v1/workspace/imports?filter=all&limit=100')
  ).json()) as { imports: Listed[] }
  const keyOf = (start: string): string => {
    const found = imports.find(({ name }) => name.startsWith(start))
    if (!found) throw new Error(`The demo has no import whose name starts with "${start}".`)
    return found.key
  }
  return [
    { name: 'projects', path: '/projects', shows: 'Checkout study' },
    { name: 'imports', path: '/imports?show=all', shows: 'Workshop wall.png' },
    {
      name: 'interview',
      path: `/recordings/file/${keyOf('Reading aloud, session 2')}?t=20`,
      shows: 'country',
    },
    { name: 'survey', path: `/surveys/${keyOf('Customer survey')}`, shows: 'How often do you order' },
    {
      name: 'document',
      path: `/documents/file/${keyOf('Field notes')}?page=1&find=country`,
      shows: 'country',
    },
    { name: 'search', path: '/search?q=country', shows: 'Documents' },
  ]
}

async function take(context: BrowserContext, { name, path, shows, prepare }: Shot): Promise<void> {
  const page = await context.newPage()
  for (const scheme of schemes) {
    await page.emulateMedia({ colorScheme: scheme })
    await page.goto(path)
    await page.getByText(shows).first().waitFor()
    await prepare?.(page)
    await waitForPictures(page)
    await page.waitForTimeout(settleMs)
    const file = join(folder, `${name}-${scheme}.png`)
    await page.screenshot({ path: file })
    await shrink(file)
    const bytes = statSync(file).size
    process.stdout.write(`${name}-${scheme}.png ${Math.round(bytes / 1024)} KB\n`)
    if (bytes > maxBytes) throw new Error(`${file}: ${bytes} bytes exceed the limit of ${maxBytes}.`)
  }
  await page.close()
}

const widthOf = (picture: unknown) => (picture as { naturalWidth: number }).naturalWidth

/** The live-update stream never ends, so waiting for an idle network is not possible; wait for images instead. */
async function waitForPictures(page: Page): Promise<void> {
  const deadline = Date.now() + mostQuietMs
  const isDone = async () => {
    const pictures = await page.locator('img:visible').all()
    const widths = await Promise.all(pictures.map((picture) => picture.evaluate(widthOf)))
    return widths.every((width) => width > 0)
  }
  while (!(await isDone()) && Date.now() < deadline) await page.waitForTimeout(250)
}

/** 256 colours are enough for pages of text; ffmpeg is already a dependency. */
async function shrink(file: string): Promise<void> {
  const small = `${file}.small.png`
  const filter = 'split[a][b];[a]palettegen=max_colors=256:stats_mode=full[p];[b][p]paletteuse=dither=none'
  await run('ffmpeg', [
    '-loglevel',
    'error',
    '-nostdin',
    '-y',
    '-i',
    file,
    '-vf',
    filter,
    '-compression_level',
    '9',
    small,
  ])
  await run('mv', [small, file])
}

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
