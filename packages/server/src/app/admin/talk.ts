/** What a command says to people besides its data: on stderr, and only where somebody reads it. */
import { createInterface } from 'node:readline/promises'
import { AdminError } from './context.ts'

export function say(text: string): void {
  process.stderr.write(`${text}\n`)
}

/** Written over itself, for work that takes minutes. */
export function tellProgress(what: string): (count: number) => void {
  return (count) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${what}: ${count}\u001b[K`)
  }
}

/** Throws unless the person types the word. Without somebody to ask, only --yes will do. */
export async function confirm(question: string, word: string): Promise<void> {
  if (!process.stdin.isTTY) throw new AdminError('Add --yes: nobody is there to confirm it.')
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const answer = await lines.question(`${question}\nType ${word} to go on: `)
    if (answer.trim() !== word) throw new AdminError('Nothing was changed.')
  } finally {
    lines.close()
  }
}

const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB']

export function readableBytes(bytes: number): string {
  const power = bytes === 0 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10))
  return `${power === 0 ? bytes : (bytes / 1024 ** power).toFixed(1)} ${units[power]}`
}
