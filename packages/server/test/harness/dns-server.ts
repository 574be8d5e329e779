/** A name server on loopback with answers that a test can change. */
import { createSocket } from 'node:dgram'
import { promises as dns } from 'node:dns'
import { once } from 'node:events'
import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Addresses, or a function of how often the name was asked for before. Null never answers. */
export type DnsRecord = string[] | ((askedBefore: number) => string[]) | null

export interface DnsServer {
  records: Map<string, DnsRecord>
  resolver: dns.Resolver
  close(): Promise<void>
}

const typeNumbers = { A: 1, AAAA: 28 }
const headerBytes = 12

export async function startDnsServer(records: Record<string, DnsRecord>): Promise<DnsServer> {
  const known = new Map(Object.entries(records))
  const asked = new Map<string, number>()
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = readQuestion(query)
    const record = known.get(name)
    if (record === null) return
    const count = asked.get(`${name} ${type}`) ?? 0
    asked.set(`${name} ${type}`, count + 1)
    const addresses = typeof record === 'function' ? record(count) : (record ?? [])
    const matching = addresses.filter((item) => type === (isIPv4(item) ? typeNumbers.A : typeNumbers.AAAA))
    const header = Buffer.from(query.subarray(0, headerBytes))
    header.writeUInt16BE(record === undefined ? 0x8183 : 0x8180, 2)
    header.writeUInt16BE(matching.length, 6)
    header.fill(0, 8, headerBytes)
    const question = query.subarray(headerBytes, end)
    socket.send(Buffer.concat([header, question, ...matching.map(toAnswer)]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const resolver = new dns.Resolver({ timeout: 1_000, tries: 2 })
  resolver.setServers([`127.0.0.1:${socket.address().port}`])
  return {
    records: known,
    resolver,
    async close() {
      resolver.cancel()
      socket.close()
      await once(socket, 'close')
    },
  }
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = headerBytes
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

function toAnswer(address: string): Buffer {
  const bytes = ipaddr.parse(address).toByteArray()
  const fixed = Buffer.alloc(12)
  fixed.writeUInt16BE(0xc0_00 + headerBytes, 0) // the name of the question
  fixed.writeUInt16BE(isIPv4(address) ? typeNumbers.A : typeNumbers.AAAA, 2)
  fixed.writeUInt16BE(1, 4) // class IN, and a time to live of 0
  fixed.writeUInt16BE(bytes.length, 10)
  return Buffer.concat([fixed, Buffer.from(bytes)])
}
