/** oTranscribe: HTML with marks, `<span class="timestamp" data-timestamp="3.27">`, seconds or in old files a clock. */
import { parseClock, secondsToMs } from '../text/clock.ts'
import { decodeEntities } from '../text/entities.ts'
import type { RawTranscript } from '../transcript.ts'
import type { TurnLine } from './lines.ts'
import { readTurns } from './read-turns.ts'

const tag = /<(\/?)([a-zA-Z][^\s<>/]*)([^<>]*)>/g
const breaking = new Set(['p', 'div', 'br', 'li', 'h1', 'h2', 'h3', 'blockquote'])
const unspoken = new Set(['script', 'style'])

export function readOtr(html: string): RawTranscript {
  return readTurns(readLines(html))
}

function readLines(html: string): TurnLine[] {
  const lines: TurnLine[] = []
  let text = ''
  let startMs: number | null = null
  let hidden: string | null = null
  let at = 0
  const flush = () => {
    const line = decodeEntities(text).trim()
    if (line !== '') {
      lines.push({ text: line, startMs })
      startMs = null
    }
    text = ''
  }
  for (const match of html.matchAll(tag)) {
    const [whole, slash, name = '', attributes = ''] = match
    if (hidden === null) text += html.slice(at, match.index)
    at = match.index + whole.length
    const kind = name.toLowerCase()
    if (hidden !== null) {
      if (slash !== '' && kind === hidden) hidden = null
    } else if (slash === '' && unspoken.has(kind)) hidden = kind
    else if (slash === '' && kind === 'span' && /\bclass\s*=\s*["']?[^"']*\btimestamp\b/.test(attributes)) {
      flush()
      startMs = markMs(attributes)
      // The mark repeats its time as text.
      hidden = 'span'
    } else if (breaking.has(kind)) {
      flush()
      if (kind !== 'br') startMs = null
    }
  }
  if (hidden === null) text += html.slice(at)
  flush()
  return lines
}

function markMs(attributes: string): number | null {
  const value = /\bdata-timestamp\s*=\s*["']?([\d:.]{1,20})/.exec(attributes)?.[1] ?? ''
  return value.includes(':') ? parseClock(value) : secondsToMs(value)
}
