/** Messages to people, on stderr next to the data on stdout. */
import { createInterface } from 'node:readline/promises'
import { AdminError } from './context.ts'

export function printMessage(text: string): void {
  process.stderr.write(`${text}\n`)
}

/** Overwrites its own line, for operations that take minutes. */
export function reportProgress(what: string): (count: number) => void {
  return (count) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${what}: ${count}\u001b[K`)
  }
}

/** Throws unless the person types the word. Without a terminal, --yes is required. */
export async function confirm(question: string, word: string): Promise<void> {
  if (!process.stdin.isTTY) throw new AdminError('Add --yes to confirm: there is no terminal to ask on.')
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const answer = await lines.question(`${question}\nType ${word} to continue: `)
    if (answer.trim() !== word) throw new AdminError('Nothing was changed.')
  } finally {
    lines.close()
  }
}

const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB']

export function formatBytes(bytes: number): string {
  const power = bytes === 0 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10))
  return `${power === 0 ? bytes : (bytes / 1024 ** power).toFixed(1)} ${units[power]}`
}
