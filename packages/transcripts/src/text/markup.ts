/** Removes markup from cue text, in one pass: no recursion and no backtracking, however many tags there are. */
import { parseClock } from './clock.ts'
import { decodeEntities } from './entities.ts'

export type MarkedText = {
  /** The name in `<v Name>`; null outside a voice. */
  readonly voice: string | null
  readonly text: string
  /** The time in `<00:00:01.000>` before the text. */
  readonly startMs: number | null
}

/** A `<` that opens no complete tag is text. */
const tag = /<(?:(\/?)([a-zA-Z][^\s<>/.]*)([^<>]*)|(\d[\d:.]*))>/g

export type MarkupOptions = {
  /** SubRip has none. */
  readonly hasEntities: boolean
}

export function readMarkup(source: string, { hasEntities }: MarkupOptions): MarkedText[] {
  const pieces: MarkedText[] = []
  const decode = hasEntities ? decodeEntities : (text: string) => text
  let voice: string | null = null
  let startMs: number | null = null
  let text = ''
  let isReading = false
  let at = 0
  const flush = () => {
    if (text !== '') pieces.push({ voice, text: decode(text), startMs })
    text = ''
  }
  for (const match of source.matchAll(tag)) {
    const [whole, slash, name = '', attributes = '', time] = match
    if (!isReading) text += source.slice(at, match.index)
    at = match.index + whole.length
    if (time !== undefined) {
      const ms = parseClock(time)
      if (ms === null) continue
      flush()
      startMs = ms
      continue
    }
    const kind = name.toLowerCase()
    if (kind === 'v') {
      flush()
      voice = slash === '' ? decode(voiceName(attributes)) : null
    } else if (kind === 'rt') isReading = slash === ''
    else if (kind === 'ruby' && slash !== '') isReading = false
    else if (kind === 'br') text += ' '
  }
  if (!isReading) text += source.slice(at)
  flush()
  return pieces
}

/** Classes come first: `<v.first.loud Name>`. */
function voiceName(attributes: string): string {
  return attributes.replace(/^\.\S*/, '').trim()
}
