import ipaddr from 'ipaddr.js'
import { describe, expect, it } from 'vitest'
import { isPublicAddress, specialIpv4Ranges, specialIpv6Ranges } from './address-policy.ts'

const ranges = [
  ...specialIpv4Ranges.map((range) => ({ ...range, bits: 32 })),
  ...specialIpv6Ranges.map((range) => ({ ...range, bits: 128 })),
].map((range) => {
  const first = toNumber(range.network)
  return { ...range, first, last: first + (1n << BigInt(range.bits - range.prefix)) - 1n }
})

function toNumber(address: string): bigint {
  return ipaddr
    .parse(address)
    .toByteArray()
    .reduce((number, byte) => (number << 8n) | BigInt(byte), 0n)
}

function toAddress(number: bigint, bits: number): string {
  const bytes = Array.from({ length: bits / 8 }, (_, i) =>
    Number((number >> BigInt(bits - 8 * (i + 1))) & 255n),
  )
  return ipaddr.fromByteArray(bytes).toString()
}

const publicNeighbours = [
  '1.0.0.0',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '168.63.129.15',
  '168.63.129.17',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '191.255.255.255',
  '192.0.1.0',
  '192.0.1.255',
  '192.0.3.0',
  '192.88.98.255',
  '192.88.100.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '198.51.99.255',
  '198.51.101.0',
  '203.0.112.255',
  '203.0.114.0',
  '223.255.255.255',
  '2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  '2001:200::',
  '2001:db7:ffff:ffff:ffff:ffff:ffff:ffff',

  '2001:db9::',
  '2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  '2003::',
  '3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  '3fff:1000::',
  '3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  '2000::',
]

describe('isPublicAddress', () => {
  it.each(ranges)('refuses the first and the last address of $network/$prefix: $purpose', (range) => {
    expect(isPublicAddress(toAddress(range.first, range.bits))).toBe(false)
    expect(isPublicAddress(toAddress(range.last, range.bits))).toBe(false)
  })

  it('accepts the neighbours of the ranges, unless they are special themselves', () => {
    expect(publicNeighbours.filter((address) => !isPublicAddress(address))).toEqual([])
    const neighbours = ranges
      .flatMap(({ first, last, bits }) => [
        { number: first - 1n, bits },
        { number: last + 1n, bits },
      ])
      .filter(({ number, bits }) => number >= 0n && number < 1n << BigInt(bits))
      .map(({ number, bits }) => toAddress(number, bits))
    const accepted = neighbours.filter(isPublicAddress)
    expect(accepted.filter((address) => !publicNeighbours.includes(address))).toEqual([])
    expect(new Set(accepted).size).toBe(publicNeighbours.length - 2)
  })

  it.each([
    ['64:ff9b::8.8.8.8', true],
    ['64:ff9b::808:808', true],
    ['64:ff9b::9.255.255.255', true],
    ['64:ff9b::10.0.0.0', false],
    ['64:ff9b::7f00:1', false],
    ['64:ff9b::a9fe:a9fe', false],
    ['64:ff9b::', false],
    ['64:ff9b::ffff:ffff', false],
    ['64:ff9b:0:0:0:1:808:808', false],
    ['64:ff9b:1::808:808', false],
  ])('judges the NAT64 address %s by the IPv4 address in it: %s', (address, expected) => {
    expect(isPublicAddress(address)).toBe(expected)
  })

  it.each([
    'fe80::1%eth0',
    '2606:4700::1111%eth0',
    '127.0.0.1',
    '::1',
    '::',
    '::127.0.0.1',
    '::8.8.8.8',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:0:127.0.0.1',
    '2002:7f00:1::',
    '2002:808:808::',
    '2001:0:7f00:1::',
    '2001:2::1',
    '2001:10::1',
    '2001:20::1',
    'fd00:ec2::254',
    'fd20:ce::254',

    '169.254.169.254',
    '100.100.100.200',
    '192.0.0.192',
    '255.255.255.255',
    '200::1',
    '4000::1',
    'fe00::1',
    '',
    'localhost',
    '127.1',
    '8.8.8',
    '8.8.8.8 ',
    '08.8.8.8',
    '[2606:4700::1111]',
    '8.8.8.8/32',
  ])('refuses %s', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it.each(['8.8.8.8', '1.1.1.1', '192.31.196.1', '192.52.193.1', '2606:4700:4700::1111', '2620:4f:8000::1'])(
    'accepts %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )
})

describe('ipaddr.js', () => {
  /** The ranges that it names, but that are public: services of the DNS and for multicast. */
  const namedPublicRanges = ['unicast', 'as112', 'as112v6', 'amt']

  it('knows no special address that isPublicAddress accepts, but accepts some that are not public', () => {
    const samples = Array.from({ length: 1 << 13 }, (_, step) => [
      toAddress(BigInt(step) << 19n, 32),
      toAddress((BigInt(step) << 115n) | 1n, 128),
      toAddress((BigInt(0x2001) << 112n) | (BigInt(step) << 99n) | 1n, 128),
    ]).flat()
    const boundaries = ranges.flatMap(({ first, last, bits }) => [
      toAddress(first, bits),
      toAddress(last, bits),
    ])
    const isUnicast = (address: string) => namedPublicRanges.includes(ipaddr.parse(address).range())
    expect(samples.filter((address) => isPublicAddress(address) && !isUnicast(address))).toEqual([])
    const accepted = boundaries.filter(isUnicast)
    const samplesAccepted = samples.filter((address) => isUnicast(address) && !isPublicAddress(address))
    process.stdout.write(
      `address policy: boundaries=${boundaries.length} accepted_by_ipaddr=${accepted.length} ` +
        `samples=${samples.length} accepted_by_ipaddr_only=${samplesAccepted.length} ` +
        `nat64_of_public_ipv4=${ipaddr.parse('64:ff9b::8.8.8.8').range()}\n`,
    )
    expect(accepted.length).toBeGreaterThan(0)
  })
})
