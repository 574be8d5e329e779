import { expect, it } from 'vitest'
import { countBmpPixels } from './bmp.ts'

function header(infoBytes: number, write: (header: Buffer) => void): Buffer {
  const bytes = Buffer.alloc(26)
  bytes.writeUInt32LE(infoBytes, 14)
  write(bytes)
  return bytes
}

it('counts pixels from BMP headers old and new, and of top-down rows', () => {
  const size = (width: number, height: number) => (bytes: Buffer) => {
    bytes.writeInt32LE(width, 18)
    bytes.writeInt32LE(height, 22)
  }
  expect(countBmpPixels(header(40, size(300, 200)))).toBe(60_000)
  expect(countBmpPixels(header(124, size(300, -200)))).toBe(60_000)
  const core = header(12, (bytes) => {
    bytes.writeUInt16LE(30, 18)
    bytes.writeUInt16LE(20, 20)
  })
  expect(countBmpPixels(core)).toBe(600)
})
