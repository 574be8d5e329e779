/** URLs that lead into the network of the server, in every notation that a client or a name server may translate. */
import type { DnsRecord } from './dns-server.ts'

export interface SsrfTarget {
  url: string
  /** Leads to the receivers on 127.0.0.1 or ::1, so an unprotected client reaches them. */
  isLoopback: boolean
}

/** The only host that the operator allows; it redirects to the URL in `to`. */
export const redirectHost = 'redirect.test'

/** Public addresses of the AS112 project, which discards traffic. A protected client does not connect to them either. */
const publicIpv4 = '192.31.196.1'
const publicIpv6 = '2620:4f:8000::1'

const loopbackHosts = `
  127.0.0.1 127.0.0.1. 127.1 127.0.1 2130706433 2130706433. 0x7f000001 0X7F000001 017700000001
  0177.0.0.1 0177.0.0.01 0x7f.0.0.1 0x7f.1 0177.1 127.0.0.0x1 127.0.01 0x7f.0x0.0x0.0x1
  00000177.0.0.1 127.0x0.1 %31%32%37.0.0.1 127%2e0%2e0%2e1 １２７.０.０.１ ①②⑦.⓪.⓪.① 127。0。0。1 127．0．0．1
  𝟏𝟐𝟕.𝟎.𝟎.𝟏 0 0.0.0.0 0x0 00000 0.0 0.0.0.0. [::1] [0:0:0:0:0:0:0:1]
  [0000:0000:0000:0000:0000:0000:0000:0001] [::0:1] [::0.0.0.1] [::] [::ffff:127.0.0.1]
  [::ffff:7f00:1] [0:0:0:0:0:ffff:127.0.0.1] [::FFFF:7F00:0001] [::ffff:0.0.0.0] [::ffff:0:0]
`
  .trim()
  .split(/\s+/)

const otherHosts = `
  10.0.0.1 10.255.255.255 167772161 0xa.1 012.0.0.1 172.16.0.1 172.31.255.255 192.168.0.1
  192.168.1.1 0xc0a80001 3232235521 192.168.257 100.64.0.1 100.100.100.200 169.254.169.254
  2852039166 0xa9fea9fe 0251.0376.0251.0376 169.254.43518 169.254.170.2 [::ffff:169.254.169.254]
  [::ffff:a9fe:a9fe] [fd00:ec2::254] [fd20:ce::254] 168.63.129.16 192.0.0.1 192.0.0.192 192.0.2.1
  192.88.99.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1
  255.255.255.255 4294967295 0.1.2.3 127.0.0.2 127.255.255.254 [::127.0.0.1] [::10.0.0.1]
  [::ffff:10.0.0.1] [::ffff:0:127.0.0.1] [64:ff9b::127.0.0.1] [64:ff9b::7f00:1]
  [64:ff9b::169.254.169.254] [64:ff9b::10.0.0.1] [64:ff9b:1::127.0.0.1] [64:ff9b:1:ffff::1]
  [2002:7f00:1::1] [2002:a9fe:a9fe::] [2002:a00:1::1] [2001:0:7f00:1::] [2001::5601:5601]
  [2001:2::1] [2001:db8::1] [2001:10::1] [3fff::1] [100::1] [5f00::1] [fc00::1] [fdff::1] [fe80::1]
  [febf::1] [fec0::1] [ff02::1] [fe80::1%25lo] [::1%25lo] [fe80::1%lo] [4000::1]
`
  .trim()
  .split(/\s+/)

const loopbackNames: Record<string, DnsRecord> = {
  'loopback.test': ['127.0.0.1'],
  'loopback6.test': ['::1'],
  'both.test': ['127.0.0.1', '::1'],
  'any.test': ['0.0.0.0'],
  'any6.test': ['::'],
  'mapped.test': ['::ffff:127.0.0.1'],
  'public-then-loopback.test': [publicIpv4, '127.0.0.1'],
  'loopback-then-public.test': ['127.0.0.1', publicIpv4],
  'public-ipv4-loopback-ipv6.test': [publicIpv4, '::1'],
  'public-ipv6-loopback-ipv4.test': [publicIpv6, '127.0.0.1'],
  'many.test': [...Array<string>(8).fill(publicIpv4), '127.0.0.1'],
  'xn--bcher-kva.test': ['127.0.0.1'],
  '127.0.0.1.nip.test': ['127.0.0.1'],
  localhost: ['127.0.0.1', '::1'],
  'localhost.localdomain': ['127.0.0.1'],
  'sub.localhost': ['127.0.0.1'],
  'rebind.test': (askedBefore) => [askedBefore === 0 ? publicIpv4 : '127.0.0.1'],
  'rebind6.test': (askedBefore) => [askedBefore === 0 ? publicIpv6 : '::1'],
  'rebind-family.test': (askedBefore) => [
    askedBefore === 0 ? publicIpv4 : '::1',
    ...(askedBefore === 0 ? [publicIpv6] : []),
  ],
  'rebind-adds.test': (askedBefore) => [publicIpv4, ...(askedBefore === 0 ? [] : ['127.0.0.1'])],
  'rebind-zero.test': (askedBefore) => [askedBefore === 0 ? publicIpv4 : '0.0.0.0'],
  'rebind-mapped.test': (askedBefore) => [askedBefore === 0 ? publicIpv6 : '::ffff:127.0.0.1'],
}

const otherNames: Record<string, DnsRecord> = {
  'private10.test': ['10.0.0.1'],
  'private172.test': ['172.16.0.1'],
  'private192.test': ['192.168.0.1'],
  'carrier.test': ['100.64.0.1'],
  'metadata.test': ['169.254.169.254'],
  'metadata.google.internal': ['169.254.169.254'],
  'metadata6.test': ['fd00:ec2::254'],
  'instance-data.ec2.internal': ['169.254.169.254'],
  'kubernetes.default.svc.cluster.local': ['10.96.0.1'],
  'azure.test': ['168.63.129.16'],
  'nat64.test': ['64:ff9b::7f00:1'],
  'sixtofour.test': ['2002:7f00:1::1'],
  'teredo.test': ['2001:0:7f00:1::1'],
  'unique-local.test': ['fd12:3456::1'],
  'link-local.test': ['fe80::1'],
  'multicast.test': ['224.0.0.1', 'ff02::1'],
  'broadcast.test': ['255.255.255.255'],
  'public-and-private.test': [publicIpv4, publicIpv6, '10.0.0.1'],
  'rebind-metadata.test': (askedBefore) => [askedBefore === 0 ? publicIpv4 : '169.254.169.254'],
  'rebind-empty.test': (askedBefore) => (askedBefore === 0 ? [publicIpv4] : []),
  'empty.test': [],
}

export const ssrfRecords: Record<string, DnsRecord> = {
  ...loopbackNames,
  ...otherNames,
  [redirectHost]: ['127.0.0.1'],
}

export function ssrfTargets(receiverPort: number, redirectPort: number): SsrfTarget[] {
  const inside = `127.0.0.1:${receiverPort}`
  const redirect = (status: number, to: string) =>
    `http://${redirectHost}:${redirectPort}/?status=${status}&to=${encodeURIComponent(to)}`
  const withPort = (host: string) => `https://${host}:${receiverPort}/`
  const loopback = [
    ...loopbackHosts.map(withPort),
    ...Object.keys(loopbackNames).map(withPort),
    ...['localhost.', 'LOCALHOST', 'ⓛocalhost', 'loopback.test.', 'ｌoopback.test', 'bücher.test'].map(
      withPort,
    ),
    `https://user@${inside}/`,
    `https://user:password@${inside}/`,
    `https://hooks.example@${inside}/`,

    `https://hooks.example%2f@${inside}/`,
    `https:${inside}/`,
    `https:/${inside}/`,
    `https:\\\\${inside}\\`,

    `https://${inside}/#hooks.example`,
    `https://${inside}/?hooks.example`,
    `http://${inside}/`,
    `http://[::1]:${receiverPort}/`,
    ` https://${inside}/`,
    `https://127.0\t.0.1:${receiverPort}/`,
    `https://127.0.0.1:0${receiverPort}/`,
    ...[301, 302, 303, 307, 308].map((status) => redirect(status, `http://${inside}/`)),

    redirect(302, `https://${inside}/`),
    redirect(302, `//${inside}/`),
    redirect(307, `http://2130706433:${receiverPort}/`),
    redirect(302, `http://[::1]:${receiverPort}/`),
    redirect(302, redirect(302, `http://${inside}/`)),
  ]
  const other = [
    ...otherHosts.map((host) => `https://${host}/`),
    ...Object.keys(otherNames).map((host) => `https://${host}/`),
    'https://127.0.0.1/',
    'https://127.0.0.1:22/',
    'https://127.0.0.1:5432/',
    'https://127.0.0.1:6379/',
    'http://169.254.169.254/latest/meta-data/',
    'http://metadata.google.internal/computeMetadata/v1/',

    'https://user@169.254.169.254/',
    redirect(302, 'http://169.254.169.254/'),
    redirect(200, `http://${inside}/`),

    `ftp://${inside}/`,
    `gopher://${inside}/_`,
    `ws://${inside}/`,
    `file:///etc/passwd`,
    `data:,x`,
    `unix:/tmp/a`,
  ]
  return [
    ...loopback.map((url) => ({ url, isLoopback: true })),
    ...other.map((url) => ({ url, isLoopback: false })),
  ]
}
