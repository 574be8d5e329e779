import type { Writable } from 'node:stream'
import { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'

/** Longer than any expected line. Bounds memory for a program that never ends its line. */
const maxLineChars = 8192

export function watchLines(
  stream: Readable | Writable | null | undefined,
  onLine: (line: string) => void,
): void {
  if (stream instanceof Readable) stream.on('data', lineSplitter(onLine))
}

/** Calls back for each complete line of a stream; the rest of an overlong line is dropped. */
export function lineSplitter(onLine: (line: string) => void): (chunk: Buffer) => void {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  return (chunk) => {
    const lines = (rest + decoder.write(chunk)).split('\n')
    rest = (lines.pop() ?? '').slice(0, maxLineChars)
    for (const line of lines) onLine(line.slice(0, maxLineChars))
  }
}
