/** Forms as raw bytes over a socket, so that a test can cut, delay or change them anywhere. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Descriptor {
  upload_url: string
  upload_fields: Record<string, string>
}

const boundary = 'a-boundary-of-tests-0123456789'

const field = (name: string, value: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

/** The beginning and the end of a form; its file goes in between. */
export function formAround(fields: Record<string, string>, after: Record<string, string> = {}) {
  const text = (all: Record<string, string>) =>
    Object.entries(all)
      .map(([name, value]) => field(name, value))
      .join('')
  const end =
    Object.keys(after).length > 0 ? `\r\n${text(after)}--${boundary}--\r\n` : `\r\n--${boundary}--\r\n`
  return {
    start: Buffer.from(
      `${text(fields)}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\nContent-Type: application/octet-stream\r\n\r\n`,
    ),
    end: Buffer.from(end),
  }
}

export interface RawForm extends Descriptor {
  content: Buffer
  /** Fields after the file. */
  after?: Record<string, string>
}

export const formBytes = ({ upload_fields, content, after = {} }: RawForm) => {
  const { start, end } = formAround(upload_fields, after)
  return Buffer.concat([start, content, end])
}

export interface RawAnswer {
  /** 0 if the connection was closed without an answer. */
  status: number
  body: Record<string, unknown>
}

export interface SendOptions {
  /** Cuts the connection after this many bytes of the body. */
  cutAfter?: number
  /** Instead of the length of the body. */
  contentLength?: number
  /** Pauses after this many bytes. */
  pause?: { after: number; ms: number }
  /** Bytes of one write. */
  chunkBytes?: number
}

/** Posts a body with any length, in pieces. */
export async function sendRaw(
  url: string,
  body: Buffer,
  { cutAfter, contentLength = body.length, pause, chunkBytes = 1024 * 1024 }: SendOptions = {},
): Promise<RawAnswer> {
  const { hostname, port, pathname } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
  await once(socket, 'connect')
  const answered = readAnswer(socket)
  socket.write(
    `POST ${pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: ${contentLength}\r\n\r\n`,
  )
  for (let at = 0; at < body.length && !socket.destroyed; at += chunkBytes) {
    const end = Math.min(at + chunkBytes, cutAfter ?? body.length, body.length)
    if (pause && at <= pause.after && pause.after < at + chunkBytes) await sleep(pause.ms)
    const isRead = socket.write(body.subarray(at, end))
    if (cutAfter !== undefined && end >= cutAfter) {
      // Until the kernel has it, so that the gateway sees exactly these bytes.
      if (!isRead) await Promise.race([once(socket, 'drain'), sleep(1_000)])
      socket.resetAndDestroy()
      break
    }
    if (!isRead) await Promise.race([once(socket, 'drain'), answered])
  }
  return answered
}

async function readAnswer(socket: Socket): Promise<RawAnswer> {
  let text = ''
  const { promise, resolve } = Promise.withResolvers<void>()
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString()
    const [head = '', body] = text.split('\r\n\r\n')
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
    if (body !== undefined && Buffer.byteLength(body) >= length && !/ 100 /.test(head)) resolve()
  })
  socket.on('error', () => resolve())
  socket.on('close', () => resolve())
  await promise
  socket.destroy()
  const [head = '', body = ''] = text.split('\r\n\r\n')
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 0)
  return { status, body: body === '' ? {} : (JSON.parse(body) as Record<string, unknown>) }
}
