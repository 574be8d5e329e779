/** Passwords of people: argon2id with the minimum memory cost that OWASP recommends, stored as a PHC string. */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { AppError } from '../errors.ts'

const hashArgon2 = promisify(argon2)

const memoryKiB = 19_456
const passes = 2
const parallelism = 1
const saltBytes = 16
const hashBytes = 32

interface Hashed {
  memoryKiB: number
  passes: number
  parallelism: number
  salt: Buffer
  hash: Buffer
}

export interface Passwords {
  hash(password: string): Promise<string>
  /** Takes as long for an unknown user, or one without a password, as for a known one. */
  isPassword(password: string, stored: string | undefined): Promise<boolean>
}

/**
 * Concurrent hashes. Each occupies a thread of the pool that also serves file I/O and DNS lookups, so some must stay
 * free.
 */
const maxConcurrent = 2
/** Callers beyond this queue length would wait half a minute or more; they are asked to retry instead. */
const maxQueued = 200

export function createPasswords(): Passwords {
  const waiting: (() => void)[] = []
  let running = 0
  // Hashed against when there is no stored password, so that the timing is the same.
  const dummyHash: Hashed = {
    memoryKiB,
    passes,
    parallelism,
    salt: randomBytes(saltBytes),
    hash: randomBytes(hashBytes),
  }

  async function compute(password: string, { salt, ...costs }: Omit<Hashed, 'hash'>): Promise<Buffer> {
    if (waiting.length >= maxQueued) throw new AppError('unavailable', { headers: { 'retry-after': '30' } })
    // A finished hash hands its slot to the next waiter directly, so dummyHash overtakes the queue.
    if (running >= maxConcurrent) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await hashArgon2('argon2id', {
        // The same characters may be typed in composed or decomposed form.
        message: password.normalize('NFKC'),
        nonce: salt,
        memory: costs.memoryKiB,
        passes: costs.passes,
        parallelism: costs.parallelism,
        tagLength: hashBytes,
      })
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }

  return {
    async hash(password) {
      const salt = randomBytes(saltBytes)
      const hash = await compute(password, { memoryKiB, passes, parallelism, salt })
      return `$argon2id$v=19$m=${memoryKiB},t=${passes},p=${parallelism}$${encode(salt)}$${encode(hash)}`
    },
    async isPassword(password, stored) {
      const expected = stored === undefined ? dummyHash : parse(stored)
      const isSame = timingSafeEqual(await compute(password, expected), expected.hash)
      return isSame && stored !== undefined
    },
  }
}

const encode = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

function parse(stored: string): Hashed {
  const [, memory, time, lanes, salt, hash] = form.exec(stored) ?? []
  if (salt === undefined || hash === undefined) throw new Error('A stored password hash is not a PHC string.')
  return {
    memoryKiB: Number(memory),
    passes: Number(time),
    parallelism: Number(lanes),
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  }
}
