/** Plays files in Chromium over its debugging protocol. */

import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)
export const hasChromium = chromium !== undefined

export type Played = {
  readonly playedMs: number
  readonly durationMs: number
  readonly width: number
  readonly error: string | null
}

/** Plays each file for a second in one browser, because starting it takes longest. */
export async function playAll(paths: readonly string[]): Promise<Played[]> {
  const dir = await mkdtemp(join(tmpdir(), 'inlet-chromium-'))
  const page = join(dir, 'page.html')
  await writeFile(page, '<!doctype html><title>player</title>')
  const switches = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--allow-file-access-from-files',
    '--mute-audio',
  ]
  const more = [
    '--autoplay-policy=no-user-gesture-required',
    '--remote-debugging-port=0',
    `--user-data-dir=${dir}`,
  ]
  const child = spawn(chromium ?? '', [...switches, ...more], { stdio: ['ignore', 'ignore', 'pipe'] })
  try {
    let said = ''
    for await (const chunk of child.stderr) {
      said += String(chunk)
      if (said.includes('ws://') && said.endsWith('\n')) break
    }
    const call = await connect(/ws:\/\/\S+/.exec(said)?.[0] ?? '')
    const { targetId } = await call('Target.createTarget', { url: `file://${page}` })
    const { sessionId } = await call('Target.attachToTarget', { targetId, flatten: true })
    // Evaluated too early, the previous page would respond.
    const isLoaded = { expression: "document.title === 'player' && document.readyState === 'complete'" }
    while (readValue(await call('Runtime.evaluate', isLoaded, String(sessionId))) !== true) await sleep(50)
    const played: Played[] = []
    for (const path of paths) {
      const expression = `(${play.toString()})(${JSON.stringify(`file://${path}`)})`
      const answer = await call(
        'Runtime.evaluate',
        { expression, awaitPromise: true, returnByValue: true },
        String(sessionId),
      )
      played.push(readValue(answer) as Played)
    }
    return played
  } finally {
    child.kill('SIGKILL')
    await rm(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
}

type Answer = Record<string, unknown>
type Call = (method: string, params: object, sessionId?: string) => Promise<Answer>

function readValue(answer: Answer): unknown {
  return (answer['result'] as { value?: unknown } | undefined)?.value
}

async function connect(address: string): Promise<Call> {
  const socket = new WebSocket(address)
  const waiting = new Map<number, (answer: Answer) => void>()
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error } = JSON.parse(String(data)) as { id?: number; result?: Answer; error?: Answer }
    if (id !== undefined) waiting.get(id)?.(result ?? { error })
  })
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', () => reject(new Error('no browser answers')))
  })
  let last = 0
  return (method, params, sessionId) => {
    last += 1
    const id = last
    const { promise, resolve } = Promise.withResolvers<Answer>()
    waiting.set(id, resolve)
    socket.send(JSON.stringify({ id, method, params, ...(sessionId !== undefined && { sessionId }) }))
    return promise
  }
}

/** Runs in the page. */
function play(address: string): Promise<unknown> {
  type Player = {
    src: string
    muted: boolean
    currentTime: number
    duration: number
    videoWidth: number
    error: { message: string } | null
    play(): Promise<void>
    remove(): void
  }
  const page = (
    globalThis as unknown as {
      document: { createElement(name: string): Player; body: { append(it: Player): void } }
    }
  ).document
  const player = page.createElement('video')
  player.muted = true
  player.src = address
  page.body.append(player)
  const tell = (error: string | null) => {
    const { currentTime, duration, videoWidth } = player
    player.remove()
    return { playedMs: currentTime * 1000, durationMs: duration * 1000, width: videoWidth, error }
  }
  return player.play().then(
    () =>
      new Promise((resolve) => {
        const startedAt = Date.now()
        const look = () => {
          if (player.error !== null) resolve(tell(player.error.message))
          else if (player.currentTime > 1 || Date.now() - startedAt > 60_000) resolve(tell(null))
          else setTimeout(look, 50)
        }
        look()
      }),
    (error: unknown) => tell(String(error)),
  )
}
