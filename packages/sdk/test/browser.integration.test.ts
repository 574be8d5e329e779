/** Runs the page of the README in a browser: published package, token from a server, direct upload to the store. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { expect, inject, it, onTestFinished } from 'vitest'
import { distFolder } from '../../../scripts/sdk/build-sdk.ts'
import { Inlet } from '../src/index.ts'
import { readSnippets } from './package.ts'

const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)
const baseUrl = inject('baseUrl')
const fileBytes = 5_000_000

const page = (project: number) => `<!doctype html><meta charset="utf-8">
<body data-project="${project}"><input type="file"><progress max="100"></progress>
<script type="importmap">{ "imports": { "@inlet/sdk": "/sdk/index.js" } }</script>
<script type="module">
  const report = (value) => fetch('/report', { method: 'POST', body: JSON.stringify(value) })
  addEventListener('error', (event) => report({ error: event.message }))
  addEventListener('unhandledrejection', (event) => report({ error: String(event.reason) }))
  const chosen = new DataTransfer()
  chosen.items.add(new File(['Said in a browser. '.repeat(${fileBytes / 19})], 'from a page.txt'))
  document.querySelector('input').files = chosen.files
  const values = []
  new MutationObserver(() => values.push(document.querySelector('progress').value))
    .observe(document.querySelector('progress'), { attributes: true })
  await import('/snippet.js')
  report({ title: document.title, values })
</script>`

interface Report {
  error?: string
  title?: string
  values?: number[]
}

/** The integrator's server: the page, the token, and a proxy to the API, which allows no other origin. */
async function servePage(
  project: number,
  snippet: string,
): Promise<{ url: string; report: Promise<Report> }> {
  let tell: (report: Report) => void = () => {}
  const report = new Promise<Report>((resolve) => {
    tell = resolve
  })
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '', 'http://x').pathname
    const send = (type: string, body: string | Buffer) => response.setHeader('content-type', type).end(body)
    if (path === '/') send('text/html', page(project))
    else if (path === '/snippet.js') send('text/javascript', snippet)
    else if (path.startsWith('/sdk/'))
      send('text/javascript', await readFile(join(distFolder, path.slice(5))))
    else if (path === '/inlet-token') send('text/plain', await fetchToken())
    else if (path === '/report') tell(JSON.parse(await text(request)) as Report)
    else if (path.startsWith('/api/')) await passOn(request, response)
    else response.writeHead(404).end()
  }
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => tell({ error: String(error) }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, report }
}

async function fetchToken(): Promise<string> {
  const { clientId, clientSecret } = inject('key')
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
  const answer = await fetch(`${baseUrl}/api/v1/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
  })
  return ((await answer.json()) as { access_token: string }).access_token
}

async function passOn(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await buffer(request)
  const answer = await fetch(`${baseUrl}${request.url}`, {
    method: request.method ?? 'GET',
    headers: {
      authorization: request.headers.authorization ?? '',
      ...(request.headers['content-type'] && { 'content-type': request.headers['content-type'] }),
    },
    ...(body.length > 0 && { body }),
  })
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
}

async function openBrowser(url: string): Promise<void> {
  const profile = await mkdtemp(join(tmpdir(), 'inlet-sdk-browser-'))
  const switches = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--no-first-run',
  ]
  const args = [...switches, '--remote-debugging-port=0', `--user-data-dir=${profile}`, url]
  const browser = spawn(chromium ?? '', args, { stdio: 'ignore', detached: true })
  onTestFinished(async () => {
    const ended = new Promise((resolve) => browser.once('exit', resolve))
    // The whole process group of the browser.
    if (browser.pid) process.kill(-browser.pid, 'SIGKILL')
    await ended
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  })
}

it.runIf(chromium)('the page of the README imports a file in a browser', async () => {
  const [snippet] = (await readSnippets()).filter(({ language }) => language === 'js')
  const inlet = new Inlet({ baseUrl, ...inject('key') })
  const project = await inlet.projects.create({ name: 'Of a page' })
  const { url, report } = await servePage(project.id, snippet?.code ?? '')
  await openBrowser(url)
  const { error, title, values = [] } = await report
  expect(error).toBeUndefined()
  expect(title).toBe('Imported')
  expect(Math.max(...values)).toBe(100)
  const { items } = await inlet.files.list()
  const file = items.find((one) => one.project_id === project.id)
  expect(file).toMatchObject({ name: 'from a page.txt', status: 'completed' })
  const { file_url } = await inlet.files.status(file?.wav_key ?? '')
  const stored = await (await fetch(String(file_url))).text()
  expect(stored.length).toBe(Math.floor(fileBytes / 19) * 19)
})
