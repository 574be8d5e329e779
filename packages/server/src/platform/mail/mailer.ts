/** Sends e-mail through the SMTP server of the operator. */
import { isIP } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import { assertNoTransaction } from '../db/open-transactions.ts'

export interface Message {
  to: { name: string; address: string }
  subject: string
  text: string
  /** The same for every attempt, so that servers and mail programs can recognize a repetition. */
  messageId: string
}

export interface Mailer {
  send(message: Message): Promise<void>
  /** Connects and signs in, without sending anything. */
  verify(): Promise<void>
}

export interface MailSettings {
  smtpUrl: string
  from: string
}

const connectMs = 10_000
const silenceMs = 30_000
/** A server that answers slowly, but never long enough for the limit above. */
const totalMs = 60_000

export function createMailer({ smtpUrl, from }: MailSettings): Mailer {
  const open = () =>
    createTransport({
      url: smtpUrl,
      requireTLS: requiresTls(smtpUrl),
      dnsTimeout: connectMs,
      connectionTimeout: connectMs,
      greetingTimeout: connectMs,
      socketTimeout: silenceMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  return {
    async send(message) {
      assertNoTransaction('Sending an e-mail')
      // Auto-Submitted keeps out-of-office programs from answering.
      const headers = { 'Auto-Submitted': 'auto-generated' }
      await within(open(), (transport) => transport.sendMail({ from, headers, ...message }))
    },
    async verify() {
      await within(open(), (transport) => transport.verify())
    },
  }
}

type Transport = ReturnType<typeof createTransport>

async function within(transport: Transport, work: (transport: Transport) => Promise<unknown>): Promise<void> {
  const timer = new AbortController()
  try {
    await Promise.race([
      work(transport),
      sleep(totalMs, undefined, { signal: timer.signal }).then(() => {
        throw new Error(`The SMTP server did not finish within ${totalMs / 1000} seconds.`)
      }),
    ])
  } finally {
    timer.abort()
    transport.close()
  }
}

/** A password must not cross a network in plain text, but a relay on this machine needs no certificate. */
export function requiresTls(smtpUrl: string): boolean {
  const { protocol, username, hostname } = new URL(smtpUrl)
  const isLocal =
    hostname === 'localhost' || hostname === '[::1]' || (isIP(hostname) === 4 && hostname.startsWith('127.'))
  return protocol === 'smtp:' && username !== '' && !isLocal
}
