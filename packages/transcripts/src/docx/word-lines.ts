/**
 * The lines of a Word document. Reads the few elements that carry text and ignores the rest. There is no document type and
 * therefore no entity but the five of XML, so nothing expands.
 */
import { decodeEntities } from '../text/entities.ts'
import { TranscriptError } from '../transcript.ts'

/** Deleted text, and the copy of a drawing for older programs. */
const ignored = new Set(['w:del', 'w:moveFrom', 'mc:Fallback'])

/** @throws TranscriptError `damaged` */
export function readWordLines(xml: string): string[] {
  const lines: string[] = []
  let line = ''
  let isText = false
  let ignoredDepth = 0
  const flush = () => {
    lines.push(line)
    line = ''
  }
  for (let at = 0; ; ) {
    const open = xml.indexOf('<', at)
    if (isText && ignoredDepth === 0) line += decodeEntities(xml.slice(at, open < 0 ? xml.length : open))
    if (open < 0) break
    if (xml.startsWith('<!--', open)) {
      at = afterMark(xml, '-->', open)
      continue
    }
    if (xml.startsWith('<![CDATA[', open)) {
      at = afterMark(xml, ']]>', open)
      if (isText && ignoredDepth === 0) line += xml.slice(open + 9, at - 3)
      continue
    }
    if (xml.startsWith('<!', open)) throw new TranscriptError('damaged')
    const close = xml.indexOf('>', open)
    if (close < 0) throw new TranscriptError('damaged')
    at = close + 1
    const isEnd = xml[open + 1] === '/'
    const isEmpty = xml[close - 1] === '/'
    const name = tagName(xml, open + (isEnd ? 2 : 1), close)
    if (ignored.has(name)) {
      if (isEnd) ignoredDepth = Math.max(0, ignoredDepth - 1)
      else if (!isEmpty) ignoredDepth += 1
    } else if (name === 'w:t') isText = !isEnd && !isEmpty
    else if (ignoredDepth === 0) {
      if (name === 'w:br' || name === 'w:cr') flush()
      else if (name === 'w:tab' && !isEnd) line += '\t'
      else if (name === 'w:noBreakHyphen') line += '-'
      else if (name === 'w:p' && (isEnd || isEmpty)) flush()
    }
  }
  if (line !== '') flush()
  return lines
}

function afterMark(xml: string, mark: string, from: number): number {
  const end = xml.indexOf(mark, from)
  if (end < 0) throw new TranscriptError('damaged')
  return end + mark.length
}

const maxNameChars = 40

function tagName(xml: string, from: number, close: number): string {
  const tag = xml.slice(from, Math.min(close, from + maxNameChars))
  return /^[^\s/>]*/.exec(tag)?.[0] ?? ''
}
