/** A real SMTP server on loopback that keeps what it accepts. */
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  to: string[]
  /** Headers and text as sent. */
  raw: string
}

export interface TestSmtpServer {
  url: string
  mails: ReceivedMail[]
  /** The next mails are refused with this answer. */
  refuseNext(count: number): void
  close(): Promise<void>
}

const smtpPassword = 'päss/word'

export const smtpUrl = (port: number) => `smtp://inlet:${encodeURIComponent(smtpPassword)}@127.0.0.1:${port}`

/** Answers on a free port unless one is given. */
export async function startSmtpServer(port = 0): Promise<TestSmtpServer> {
  const mails: ReceivedMail[] = []
  let toRefuse = 0
  const server = new SMTPServer({
    authOptional: false,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) =>
      username === 'inlet' && password === smtpPassword
        ? done(null, { user: username })
        : done(new Error('The password is wrong.')),
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (toRefuse > 0) {
          toRefuse -= 1
          done(Object.assign(new Error('Try again later.'), { responseCode: 451 }))
          return
        }
        const to = session.envelope.rcptTo.map(({ address }) => address)
        mails.push({ to, raw: Buffer.concat(chunks).toString('utf8') })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    url: smtpUrl((server.server.address() as AddressInfo).port),
    mails,
    refuseNext: (count) => {
      toRefuse = count
    },
    close: () =>
      new Promise((resolve) => {
        server.close(resolve)
      }),
  }
}

/** Headers and text without the line breaks and escapes of quoted-printable text. */
export const textOf = ({ raw }: ReceivedMail): string => raw.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')

export function linkIn(mail: ReceivedMail): string {
  const text = textOf(mail)
  const link = /https?:\/\/\S+\/invitation#\S+/.exec(text)?.[0]
  if (link === undefined) throw new Error(`The mail has no link:\n${text}`)
  return link
}
