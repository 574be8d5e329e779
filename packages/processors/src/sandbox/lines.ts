import type { Writable } from 'node:stream'
import { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'

/** Longer than any line we wait for. A program that never ends its line must not fill our memory with it. */
const maxLineChars = 8192

export function watchLines(
  stream: Readable | Writable | null | undefined,
  onLine: (line: string) => void,
): void {
  if (stream instanceof Readable) stream.on('data', lineSplitter(onLine))
}

/** Takes a stream piece by piece and calls back for each whole line; of an overlong one the rest is dropped. */
export function lineSplitter(onLine: (line: string) => void): (chunk: Buffer) => void {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  return (chunk) => {
    const lines = (rest + decoder.write(chunk)).split('\n')
    rest = (lines.pop() ?? '').slice(0, maxLineChars)
    for (const line of lines) onLine(line.slice(0, maxLineChars))
  }
}
