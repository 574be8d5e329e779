/** Generates small files of every kind. */
import { crc32, deflateSync } from 'node:zlib'

/** A gray image with a lighter bar that depends on the seed. */
export function makePng(width: number, height: number, seed: number): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const rows = Buffer.alloc((width + 1) * height, 128)
  for (let y = 0; y < height; y += 1) {
    rows[y * (width + 1)] = 0
    if (y === seed % height) rows.fill(255, y * (width + 1) + 1, (y + 1) * (width + 1))
  }
  rows[1] = seed % 256
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const chunks = [
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]
  return new Uint8Array(Buffer.concat([signature, ...chunks]))
}

function pngChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const whole = Buffer.alloc(named.length + 8)
  whole.writeUInt32BE(data.length, 0)
  named.copy(whole, 4)
  whole.writeUInt32BE(crc32(named), named.length + 4)
  return whole
}

/** A quiet tone of 16 bits at 8 kHz. */
export function makeWav(seconds: number, pitch = 220): Uint8Array<ArrayBuffer> {
  const rate = 8000
  const samples = Math.round(seconds * rate)
  const bytes = Buffer.alloc(44 + samples * 2)
  bytes.write('RIFF', 0, 'latin1')
  bytes.writeUInt32LE(bytes.length - 8, 4)
  bytes.write('WAVEfmt ', 8, 'latin1')
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(rate, 24)
  bytes.writeUInt32LE(rate * 2, 28)
  bytes.writeUInt16LE(2, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36, 'latin1')
  bytes.writeUInt32LE(samples * 2, 40)
  for (let i = 0; i < samples; i += 1)
    bytes.writeInt16LE(Math.round(2000 * Math.sin((2 * Math.PI * pitch * i) / rate)), 44 + i * 2)
  return new Uint8Array(bytes)
}
