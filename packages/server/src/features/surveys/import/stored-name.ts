import { createHash } from 'node:crypto'

const maxNameChars = 1000

const shortened = /^.{999,1000}… [\da-f]{16}$/s

/** Shortens long names with a hash suffix, so that parts can be compared with stored names. Idempotent. */
export function storedName(name: string): string {
  if (name.length <= maxNameChars || shortened.test(name)) return name
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 16)
  return `${name.slice(0, maxNameChars).replace(/[\ud800-\udbff]$/, '')}… ${hash}`
}
