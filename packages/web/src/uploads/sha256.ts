/** SHA-256 of a stream. WebCrypto needs the whole content in memory, and exists only on secure origins. */

const roundConstants = new Int32Array(64)
const initialState = new Int32Array(8)
fillConstants()

/** The first 32 bits of the fractional parts of the square and cube roots of the first primes (FIPS 180-4). */
function fillConstants(): void {
  const fraction = (value: number) => ((value - Math.floor(value)) * 2 ** 32) >>> 0
  for (let number = 2, found = 0; found < 64; number += 1) {
    if (!isPrime(number)) continue
    if (found < 8) initialState[found] = fraction(Math.sqrt(number))
    roundConstants[found] = fraction(Math.cbrt(number))
    found += 1
  }
}

function isPrime(number: number): boolean {
  for (let factor = 2; factor * factor <= number; factor += 1) if (number % factor === 0) return false
  return true
}

export function createSha256() {
  const state = Int32Array.from(initialState)
  const words = new Int32Array(64)
  const block = new Uint8Array(64)
  let filled = 0
  let length = 0

  function update(bytes: Uint8Array): void {
    length += bytes.length
    let at = 0
    while (at < bytes.length) {
      // Whole blocks are not copied.
      if (filled === 0 && bytes.length - at >= 64) {
        compress(state, words, bytes, at)
        at += 64
        continue
      }
      const some = Math.min(64 - filled, bytes.length - at)
      block.set(bytes.subarray(at, at + some), filled)
      filled += some
      at += some
      if (filled < 64) return
      compress(state, words, block, 0)
      filled = 0
    }
  }

  function digest(): string {
    const bits = length * 8
    const padding = new Uint8Array(filled < 56 ? 64 - filled : 128 - filled)
    padding[0] = 0x80
    const end = new DataView(padding.buffer)
    end.setUint32(padding.length - 8, Math.floor(bits / 2 ** 32))
    end.setUint32(padding.length - 4, bits >>> 0)
    update(padding)
    return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
  }

  return { update, digest }
}

type State = Int32Array & Record<0 | 1 | 2 | 3 | 4 | 5 | 6 | 7, number>

/** Indexes are within bounds, which the type checker cannot know. Plain loops, because this runs for every 64 bytes. */
function compress(given: Int32Array, w: Int32Array, bytes: Uint8Array, from: number): void {
  const state = given as State
  for (let i = 0; i < 16; i += 1) {
    const at = from + i * 4
    w[i] =
      ((bytes[at] as number) << 24) |
      ((bytes[at + 1] as number) << 16) |
      ((bytes[at + 2] as number) << 8) |
      (bytes[at + 3] as number)
  }
  for (let i = 16; i < 64; i += 1) {
    const x = w[i - 15] as number
    const y = w[i - 2] as number
    const small0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)
    const small1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10)
    w[i] = ((w[i - 16] as number) + small0 + (w[i - 7] as number) + small1) | 0
  }
  let a = state[0]
  let b = state[1]
  let c = state[2]
  let d = state[3]
  let e = state[4]
  let f = state[5]
  let g = state[6]
  let h = state[7]
  for (let i = 0; i < 64; i += 1) {
    const big1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    const choice = (e & f) ^ (~e & g)
    const first = (h + big1 + choice + (roundConstants[i] as number) + (w[i] as number)) | 0
    const big0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    const majority = (a & b) ^ (a & c) ^ (b & c)
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + big0 + majority) | 0
  }
  state[0] += a
  state[1] += b
  state[2] += c
  state[3] += d
  state[4] += e
  state[5] += f
  state[6] += g
  state[7] += h
}
