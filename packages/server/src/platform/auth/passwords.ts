/** Passwords of people: argon2id with the memory cost OWASP names as the least, in the PHC form. */
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
  /** Takes as long for a person who is not known or has no password as for one who has. */
  isPassword(password: string, stored: string | undefined): Promise<boolean>
}

/**
 * How many are worked out at once. Each takes a thread of the pool that also serves files and name lookups, so
 * a crowd at the sign-in page must leave some of them free.
 */
const atOnce = 2
/** Who comes after these would wait half a minute or more, and had better come again. */
const waitAtMost = 200

export function createPasswords(): Passwords {
  const waiting: (() => void)[] = []
  let running = 0
  // Compared against when there is nothing to compare with.
  const nobody: Hashed = {
    memoryKiB,
    passes,
    parallelism,
    salt: randomBytes(saltBytes),
    hash: randomBytes(hashBytes),
  }

  async function compute(password: string, { salt, ...costs }: Omit<Hashed, 'hash'>): Promise<Buffer> {
    if (waiting.length >= waitAtMost) throw new AppError('unavailable', { headers: { 'retry-after': '30' } })
    // A turn that ends is handed on, so that nobody slips in between.
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await hashArgon2('argon2id', {
        // The same characters may be typed in two forms on two keyboards.
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
      const expected = stored === undefined ? nobody : parse(stored)
      const isSame = timingSafeEqual(await compute(password, expected), expected.hash)
      return isSame && stored !== undefined
    },
  }
}

const encode = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

function parse(stored: string): Hashed {
  const [, memory, time, lanes, salt, hash] = form.exec(stored) ?? []
  if (salt === undefined || hash === undefined) throw new Error('A stored password is not in the PHC form.')
  return {
    memoryKiB: Number(memory),
    passes: Number(time),
    parallelism: Number(lanes),
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  }
}
