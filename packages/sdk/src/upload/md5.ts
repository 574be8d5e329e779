/**
 * MD5, with which object stores check the parts of an upload (`Content-MD5`). WebCrypto does not have it and hashes no
 * streams, so browsers use this code; Node uses its own.
 */

export interface Md5 {
  update(bytes: Uint8Array): void
  /** In base64, as the header has it. */
  digest(): string
}

interface NodeHash {
  update(bytes: Uint8Array): unknown
  digest(encoding: 'base64'): string
}

interface NodeProcess {
  getBuiltinModule?(name: 'node:crypto'): { createHash(name: 'md5'): NodeHash } | undefined
}

export function createMd5(): Md5 {
  const { process } = globalThis as { process?: NodeProcess }
  try {
    const hash = process?.getBuiltinModule?.('node:crypto')?.createHash('md5')
    if (hash) return { update: (bytes) => void hash.update(bytes), digest: () => hash.digest('base64') }
  } catch {
    // Node in FIPS mode has no MD5.
  }
  return createPlainMd5()
}

const shifts = Int32Array.of(7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21)
const sines = Int32Array.from({ length: 64 }, (_, i) => Math.floor(Math.abs(Math.sin(i + 1)) * 2 ** 32) | 0)
const blockBytes = 64

export function createPlainMd5(): Md5 {
  const state = Int32Array.of(0x67452301, 0xefcdab89 | 0, 0x98badcfe | 0, 0x10325476)
  const rest = new Uint8Array(blockBytes)
  let restLength = 0
  let total = 0

  function update(bytes: Uint8Array): void {
    total += bytes.length
    let at = 0
    if (restLength > 0) {
      at = Math.min(blockBytes - restLength, bytes.length)
      rest.set(bytes.subarray(0, at), restLength)
      restLength += at
      if (restLength < blockBytes) return
      addBlocks(state, rest)
      restLength = 0
    }
    const whole = at + Math.floor((bytes.length - at) / blockBytes) * blockBytes
    addBlocks(state, bytes.subarray(at, whole))
    rest.set(bytes.subarray(whole))
    restLength = bytes.length - whole
  }

  return {
    update,
    digest() {
      const bits = total * 8
      const end = new Uint8Array(((restLength + 8) >> 6 === 0 ? 1 : 2) * blockBytes - restLength)
      end[0] = 0x80
      const view = new DataView(end.buffer)
      view.setUint32(end.length - 8, bits >>> 0, true)
      view.setUint32(end.length - 4, Math.floor(bits / 2 ** 32), true)
      update(end)
      const digest = new DataView(new ArrayBuffer(16))
      for (const [i, word] of state.entries()) digest.setInt32(i * 4, word, true)
      return btoa(String.fromCharCode(...new Uint8Array(digest.buffer)))
    },
  }
}

/** RFC 1321. Plain variables and a loop for each round, because this runs for every byte of an upload. */
function addBlocks(state: Int32Array, bytes: Uint8Array): void {
  const words = new Int32Array(16)
  let [a0 = 0, b0 = 0, c0 = 0, d0 = 0] = state
  for (let at = 0; at < bytes.length; at += blockBytes) {
    readWords(words, bytes, at)
    let [a, b, c, d] = [a0, b0, c0, d0]
    let turned: number
    for (let i = 0; i < 16; i += 1) {
      turned = turn(i, a + ((b & c) | (~b & d)), words[i] as number, shifts[i & 3] as number)
      a = d
      d = c
      c = b
      b = (b + turned) | 0
    }
    for (let i = 16; i < 32; i += 1) {
      turned = turn(
        i,
        a + ((d & b) | (~d & c)),
        words[(5 * i + 1) & 15] as number,
        shifts[4 + (i & 3)] as number,
      )
      a = d
      d = c
      c = b
      b = (b + turned) | 0
    }
    for (let i = 32; i < 48; i += 1) {
      turned = turn(i, a + (b ^ c ^ d), words[(3 * i + 5) & 15] as number, shifts[8 + (i & 3)] as number)
      a = d
      d = c
      c = b
      b = (b + turned) | 0
    }
    for (let i = 48; i < 64; i += 1) {
      turned = turn(i, a + (c ^ (b | ~d)), words[(7 * i) & 15] as number, shifts[12 + (i & 3)] as number)
      a = d
      d = c
      c = b
      b = (b + turned) | 0
    }
    a0 = (a0 + a) | 0
    b0 = (b0 + b) | 0
    c0 = (c0 + c) | 0
    d0 = (d0 + d) | 0
  }
  state.set([a0, b0, c0, d0])
}

function turn(i: number, mixed: number, word: number, shift: number): number {
  const sum = ((mixed | 0) + (((sines[i] as number) + word) | 0)) | 0
  return (sum << shift) | (sum >>> (32 - shift))
}

function readWords(words: Int32Array, bytes: Uint8Array, at: number): void {
  for (let i = 0, p = at; i < 16; i += 1, p += 4)
    words[i] =
      (bytes[p] as number) |
      ((bytes[p + 1] as number) << 8) |
      ((bytes[p + 2] as number) << 16) |
      ((bytes[p + 3] as number) << 24)
}
