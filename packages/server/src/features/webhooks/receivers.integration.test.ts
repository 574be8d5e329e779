/**
 * The receivers that the guide prints, run as printed: each accepts a genuine request and refuses forged ones. Go is too large
 * to be installed for this alone, so its receiver is tested where `go` is installed (`golang-go` on Debian).
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pickPort } from '../../../../../scripts/services/ports.ts'
import { waitFor } from '../../../test/harness/processes.ts'

const guide = new URL('../../../../../docs/events.md', import.meta.url)
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const body = JSON.stringify({
  id: 'evt_1',
  type: 'file.completed',
  timestamp: '2026-11-16T00:00:00Z',
  data: {},
})

interface Language {
  block: string
  file: string
  command: [string, ...string[]]
}

const languages: Record<string, Language> = {
  Node: { block: 'js', file: 'receiver.mjs', command: [process.execPath, 'receiver.mjs'] },
  Python: { block: 'python', file: 'receiver.py', command: ['python3', 'receiver.py'] },
  Go: { block: 'go', file: 'receiver.go', command: ['go', 'run', 'receiver.go'] },
}

function isInstalled(program: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v "${program}"`], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

describe.each(Object.entries(languages))('the receiver for %s', (_, { block, file, command }) => {
  const [program, ...args] = command
  const canRun = isInstalled(program)
  let folder: string
  let url: string
  let receiver: ChildProcess
  beforeAll(async () => {
    if (!canRun) return
    folder = await mkdtemp(join(tmpdir(), 'receiver-'))
    const source = new RegExp(`\`\`\`${block}\\n([\\s\\S]*?)\`\`\``).exec(await readFile(guide, 'utf8'))?.[1]
    await writeFile(join(folder, file), source ?? '')
    const port = await pickPort([])
    url = `http://127.0.0.1:${port}/`
    const env = { ...process.env, PORT: String(port), WEBHOOK_SECRET: secret }
    receiver = spawn(program, args, { cwd: folder, env, stdio: 'ignore', detached: true })
    await waitFor(async () => (await send({}).catch(() => undefined)) !== undefined, 60_000)
  }, 90_000)
  afterAll(async () => {
    if (!canRun) return
    const ended = once(receiver, 'exit')
    if (receiver.pid !== undefined) process.kill(-receiver.pid, 'SIGKILL')
    await ended
    await rm(folder, { recursive: true })
  })

  async function send(headers: Record<string, string>, sent = body): Promise<number> {
    const answer = await fetch(url, {
      method: 'POST',
      headers,
      body: sent,
      signal: AbortSignal.timeout(5_000),
    })
    await answer.arrayBuffer()
    return answer.status
  }

  function signedAt(date: Date, by = secret): Record<string, string> {
    return {
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(Math.floor(date.getTime() / 1000)),
      'webhook-signature': new Webhook(by).sign('evt_1', date, body),
    }
  }

  it.runIf(canRun)('accepts a genuine request, also during a rotation, and refuses forged ones', async () => {
    const now = new Date()
    const genuine = signedAt(now)
    const other = signedAt(now, `whsec_${Buffer.alloc(32, 8).toString('base64')}`)
    const both = `${other['webhook-signature']} ${genuine['webhook-signature']}`
    expect(await send(genuine)).toBe(204)
    expect(await send({ ...genuine, 'webhook-signature': both })).toBe(204)
    expect(await send(genuine, `${body} `)).toBe(401)
    expect(await send({ ...genuine, 'webhook-id': 'evt_2' })).toBe(401)
    expect(await send(other)).toBe(401)
    expect(await send({})).toBe(401)
    expect(await send(signedAt(new Date(now.getTime() - 600_000)))).toBe(401)
  })
})
