/** A speech server with the common protocol on the loopback interface, backed by the local engine. */

import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { localEngine } from '../../src/speech/engine.ts'
import type { Segment } from '../../src/speech/transcript.ts'

export const serverKey = 'sk-only-the-server-knows'

/** The fault of the next request. */
export type Mishap = 'busy' | 'broken' | 'cut' | 'garbage' | 'hang' | 'redirect' | 'endless'

export type Seen = {
  readonly fields: ReadonlyMap<string, readonly string[]>
  /** A hash of the audio, to detect repeated requests. */
  readonly hash: string
  readonly bytes: number
  readonly atMs: number
}

export type LoopbackServer = {
  readonly url: string
  readonly seen: Seen[]
  /** The number of requests larger than `maxBytes`. */
  tooLarge: number
  readonly mishaps: Mishap[]
  /** `tokens`: parts of words inside segments. */
  style: 'words' | 'tokens' | 'diarized'
  /** The speakers to return in turn. */
  speakers: readonly string[]
  /** Responds with 400 to a form that contains this. */
  refuses: string | null
  maxBytes: number
  retryAfter: string
  stop(): Promise<void>
}

export async function startSpeechServer(modelsDir: string, root: string): Promise<LoopbackServer> {
  const engine = localEngine({ modelsDir })
  /** Cached by audio. */
  const known = new Map<string, Promise<Segment[]>>()

  async function recognize(sound: Buffer, hash: string): Promise<Segment[]> {
    const path = join(root, `${randomUUID()}.wav`)
    await writeFile(path, sound)
    const segments: Segment[] = []
    await engine.transcribe({ wavPath: path, onChunk: (chunk) => void segments.push(...chunk.segments) })
    await rm(path)
    known.set(hash, Promise.resolve(segments))
    return segments
  }

  const http = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error))
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url !== '/v1/audio/transcriptions') return send(response, 404, {})
    if (request.headers.authorization !== `Bearer ${serverKey}`) {
      return send(response, 401, { error: { message: `unknown key: ${request.headers.authorization}` } })
    }
    const body = Buffer.concat(await Array.fromAsync<Buffer>(request))
    if (body.length > server.maxBytes) {
      server.tooLarge += 1
      return send(response, 413, { error: { message: 'too large' } })
    }
    const { fields, sound } = await readForm(request, body)
    const hash = createHash('sha256').update(sound).digest('hex')
    server.seen.push({ fields, hash, bytes: sound.length, atMs: performance.now() })
    const asked = [...fields].flatMap(([name, values]) => [name, ...values])
    if (server.refuses !== null && asked.includes(server.refuses)) {
      return send(response, 400, { error: { message: `${server.refuses} is not supported` } })
    }
    const mishap = server.mishaps.shift()
    if (mishap !== undefined) return suffer(mishap, response, server.retryAfter)
    const segments = await (known.get(hash) ?? recognize(sound, hash))
    const hasWords = asked.includes('word')
    send(response, 200, shape(segments, { ...server, isVerbose: !asked.includes('json'), hasWords }))
  }

  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const address = http.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  const server: LoopbackServer = {
    url: `http://127.0.0.1:${address.port}`,
    seen: [],
    tooLarge: 0,
    mishaps: [],
    style: 'words',
    speakers: ['A', 'B'],
    refuses: null,
    maxBytes: 25_000_000,
    retryAfter: '1',
    stop: async () => {
      http.closeAllConnections()
      http.close()
      await once(http, 'close')
    },
  }
  return server
}

async function readForm(
  request: IncomingMessage,
  body: Buffer<ArrayBuffer>,
): Promise<{ fields: Map<string, string[]>; sound: Buffer }> {
  const headers = { 'content-type': request.headers['content-type'] ?? '' }
  const form = await new Response(body, { headers }).formData()
  const fields = new Map<string, string[]>()
  let sound = Buffer.alloc(0)
  for (const [name, value] of form) {
    if (typeof value === 'string') fields.set(name, [...(fields.get(name) ?? []), value])
    else sound = Buffer.from(await value.arrayBuffer())
  }
  return { fields, sound }
}

function suffer(mishap: Mishap, response: ServerResponse, retryAfter: string): void {
  switch (mishap) {
    case 'busy':
      response.setHeader('retry-after', retryAfter)
      send(response, 429, { error: { message: 'slow down' } })
      return
    case 'broken':
      send(response, 500, { error: { message: 'oh no' } })
      return
    case 'cut':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
      response.write('{"text": "half of an')
      setTimeout(() => response.destroy(), 50)
      return
    case 'garbage':
      response.end('<html>welcome</html>')
      return
    case 'redirect':
      response.writeHead(307, { location: 'http://127.0.0.1:9/elsewhere' }).end()
      return
    case 'endless':
      response.write('{"text": "')
      response.on('drain', () => response.write('x'.repeat(100_000)))
      response.write('x'.repeat(1_000_000))
      return
    case 'hang':
      return
    default:
      mishap satisfies never
  }
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

type Shape = {
  readonly style: LoopbackServer['style']
  readonly speakers: readonly string[]
  readonly isVerbose: boolean
  readonly hasWords: boolean
}

function shape(segments: readonly Segment[], { style, speakers, isVerbose, hasWords }: Shape): object {
  const text = segments.map((segment) => segment.text).join(' ')
  if (!isVerbose) return { text }
  const words = segments.flatMap((segment) => segment.words)
  return {
    task: 'transcribe',
    language: 'english',
    text,
    segments: segments.map((segment, id) => ({
      id,
      start: segment.startMs / 1000,
      end: segment.endMs / 1000,
      text: ` ${segment.text}`,
      ...(style === 'diarized' ? { speaker: speakers[id % speakers.length] } : {}),
      ...(style === 'words' ? { avg_logprob: -0.1, no_speech_prob: 0.01 } : {}),
      ...(style === 'tokens' ? { words: segment.words.flatMap(tokensOf) } : {}),
    })),
    // Without punctuation, like the best-known server.
    ...(style === 'words' && hasWords
      ? { words: words.map((word) => timed(word.text.replace(/[.,?!]/g, ''), word.startMs, word.endMs)) }
      : {}),
  }
}

function tokensOf({ text, startMs, endMs }: { text: string; startMs: number; endMs: number }): object[] {
  const half = Math.ceil(text.length / 2)
  const middleMs = Math.round((startMs + endMs) / 2)
  const rest = text.slice(half)
  const first = timed(` ${text.slice(0, half)}`, startMs, rest === '' ? endMs : middleMs)
  return rest === '' ? [first] : [first, timed(rest, middleMs, endMs)]
}

function timed(word: string, startMs: number, endMs: number): object {
  return { word, start: startMs / 1000, end: endMs / 1000 }
}
