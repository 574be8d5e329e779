/** A minimal workspace in a real browser: page, content security policy, cookie, stream, and a page of another origin. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { type Browser, hasBrowser, openBrowser } from '../../../test/harness/browser.ts'
import { freePort } from '../../../test/harness/config.ts'
import { makeTeam, makeUser } from '../../../test/harness/people.ts'
import { givePassword, goodPassword } from '../../../test/harness/visitors.ts'
import type { User } from '../team/team.repo.ts'

/** Inline scripts and foreign images must be blocked; the style with the nonce must apply. */
const page = `<!doctype html><meta charset="utf-8">
<style nonce="__CSP_NONCE__">output { color: rgb(1, 2, 3) }</style>
<output>waiting</output>
<script>window.inlineRan = true</script>
<script type="module" src="/assets/app-1.js"></script>`

const script = (user: User) => `
const call = async (method, path, body) => {
  const answer = await fetch('/api/v1/workspace' + path, {
    method,
    headers: body ? { 'content-type': 'application/json' } : {},
    body: body && JSON.stringify(body),
  })
  return { status: answer.status, body: answer.status === 204 ? null : await answer.json() }
}
const say = (facts) => { document.querySelector('output').textContent = JSON.stringify(facts) }
const violations = []
document.addEventListener('securitypolicyviolation', (event) => violations.push(event.effectiveDirective))
try {
  const facts = {}
  facts.before = (await call('GET', '/session')).status
  facts.signIn = (await call('POST', '/sign-in', { email: '${user.email}', password: '${goodPassword}' })).status
  facts.cookieSeenByScript = document.cookie
  const stream = new EventSource('/api/v1/workspace/changes')
  await new Promise((resolve) => stream.addEventListener('ready', resolve))
  const received = new Promise((resolve) => stream.addEventListener('change', (event) => resolve(JSON.parse(event.data))))
  const project = (await call('POST', '/projects', { name: 'From the browser' })).body
  const change = await received
  stream.close()
  facts.receivedOwnProject = change.kind === 'project' && change.key === String(project.id)
  const begun = (await call('POST', '/files', { project_id: project.id, file_name: 'notes.txt' })).body
  const form = new FormData()
  for (const [name, value] of Object.entries(begun.upload_fields)) form.append(name, value)
  form.append('file', new Blob(['some text']))
  facts.upload = (await fetch(begun.upload_url, { method: 'POST', body: form })).ok
  facts.complete = (await call('POST', '/files/' + begun.wav_key + '/complete')).status
  facts.imports = (await call('GET', '/imports')).body.imports.map((one) => one.name)
  facts.styled = getComputedStyle(document.querySelector('output')).color
  facts.inlineRan = window.inlineRan === true
  facts.elsewhere = await fetch('https://example.org/').then(() => 'reached', () => 'refused')
  facts.evalRan = (() => { try { return Boolean(new Function('return true')()) } catch { return false } })()
  // Violations are reported asynchronously.
  await new Promise((resolve) => setTimeout(resolve, 200))
  facts.refused = [...new Set(violations)].sort()
  say(facts)
} catch (error) { say({ failed: String(error) }) }
`

/** Requests that a page of another origin can trigger in a signed-in browser. */
const foreignPage = (
  url: string,
) => `<!doctype html><meta charset="utf-8"><output>waiting</output><script type="module">
const facts = {}
const post = (options) => fetch('${url}/api/v1/workspace/projects', {
  method: 'POST', credentials: 'include', ...options }).then((answer) => 'answered ' + answer.status, () => 'refused')
facts.json = await post({ headers: { 'content-type': 'application/json' }, body: '{"name":"Forged"}' })
facts.simple = await post({ mode: 'no-cors', headers: { 'content-type': 'text/plain' }, body: '{"name":"Forged"}' })
facts.read = await fetch('${url}/api/v1/workspace/session', { credentials: 'include' }).then(() => 'read', () => 'refused')
document.querySelector('output').textContent = JSON.stringify(facts)
</script>`

describe.skipIf(!hasBrowser)('in a browser', () => {
  let app: TestApp
  let browser: Browser
  let user: User
  let folder: string
  let foreign: Server
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'inlet-web-'))
    mkdirSync(join(folder, 'assets'))
    writeFileSync(join(folder, 'index.html'), page)
    // The script depends on the user, who depends on the app, which lists its files at start.
    writeFileSync(join(folder, 'assets/app-1.js'), ' '.repeat(8_000))
    const port = await freePort()
    app = await startTestApp({ INLET_PUBLIC_URL: `http://127.0.0.1:${port}`, INLET_WEB_DIR: folder }, port)
    user = await makeUser(app.deps, await makeTeam(app.deps))
    await givePassword(app, user)
    writeFileSync(join(folder, 'assets/app-1.js'), script(user).padEnd(8_000))
    browser = await openBrowser()
    foreign = createServer((_request, answer) =>
      answer.setHeader('content-type', 'text/html').end(foreignPage(app.url)),
    )
    await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve))
  })
  afterAll(async () => {
    foreign.close()
    await browser.close()
    await app.close()
    rmSync(folder, { recursive: true })
  })

  it('lets a user sign in, follow changes and upload, and blocks everything else', async () => {
    const facts = JSON.parse(await browser.outputOf(`${app.url}/projects`)) as Record<string, unknown>
    expect(facts).toEqual({
      before: 401,
      signIn: 200,
      cookieSeenByScript: '',
      receivedOwnProject: true,
      upload: true,
      complete: 200,
      imports: ['notes.txt'],
      styled: 'rgb(1, 2, 3)',
      inlineRan: false,
      elsewhere: 'refused',
      evalRan: false,
      refused: ['connect-src', 'require-trusted-types-for'],
    })
  }, 120_000)

  it('protects against a page of another origin', async () => {
    const { port } = foreign.address() as AddressInfo
    const facts = JSON.parse(await browser.outputOf(`http://127.0.0.1:${port}/`)) as Record<string, unknown>
    expect(facts).toEqual({ json: 'refused', simple: 'answered 0', read: 'refused' })
    const { rows } = await sql`select from project where name = 'Forged'`.execute(app.deps.db)
    expect(rows).toEqual([])
  }, 120_000)
})
