/**
 * Which e-mail addresses an import has certainly not seen yet. Asking the database for twenty thousand of them costs a
 * part a third of its time, and nearly always none is known. A Bloom filter: it errs only by calling a new one seen.
 */

export interface SeenEmails {
  mayHave(email: string): boolean
  add(email: string): void
}

/** 4 MiB: one new address in two hundred is looked up in vain after two million, every one after many more. */
const bits = 2 ** 25
const hashes = 3

export function createSeenEmails(): SeenEmails {
  const words = new Uint32Array(bits / 32)
  return {
    mayHave(email) {
      const { first, step } = hash(email)
      for (let i = 0; i < hashes; i += 1) {
        const bit = (first + i * step) & (bits - 1)
        if ((((words[bit >>> 5] ?? 0) >>> (bit & 31)) & 1) === 0) return false
      }
      return true
    },
    add(email) {
      const { first, step } = hash(email)
      for (let i = 0; i < hashes; i += 1) {
        const bit = (first + i * step) & (bits - 1)
        words[bit >>> 5] = (words[bit >>> 5] ?? 0) | (1 << (bit & 31))
      }
    },
  }
}

/** FNV-1a, and a second number out of it. Nobody gains anything by making addresses collide. */
function hash(text: string): { first: number; step: number } {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  const mixed = Math.imul(value ^ (value >>> 16), 0x7feb352d)
  return { first: value >>> 0, step: (mixed ^ (mixed >>> 15)) | 1 }
}
