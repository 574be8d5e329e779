/** Splits a text into words, numbers and marks with their offsets. */
import { fold } from '../../words/fold.ts'

export type Token = {
  readonly text: string
  /** Folded: lower case, without accents, with a plain apostrophe. Word lists hold words in this form. */
  readonly key: string
  readonly start: number
  readonly end: number
  readonly kind: 'word' | 'number' | 'mixed' | 'mark'
  /** Begins with a capital letter. */
  readonly isCapital: boolean
  /** What separates it from the previous token. */
  readonly gap: 'none' | 'space' | 'line-break'
}

const pattern = /[\p{L}\p{N}\p{M}]+(?:['’ʼ][\p{L}\p{M}]+)*|[^\s\p{L}\p{N}\p{M}]/gu
/** "I'm", "Anna's" and "she'll" are two tokens; "don't" and "O'Brien" are one. */
const tail = /['’ʼ](?:s|m|re|ve|ll|d)$/iu
/** French and Italian articles: "l'hôpital", "d'Anna", "j'ai". */
const head = /^(?:[ldjnmtsc]|qu|dell|all|nell|sull)['’ʼ](?=\p{L}{2})/iu

export function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  let last = 0
  for (const match of text.matchAll(pattern)) {
    const gap = gapOf(text, last, match.index)
    last = match.index + match[0].length
    for (const [index, [part, start]] of splitWord(match[0], match.index).entries()) {
      tokens.push(toToken(part, start, index === 0 ? gap : 'none'))
    }
  }
  return tokens
}

function gapOf(text: string, from: number, to: number): Token['gap'] {
  if (from === to) return 'none'
  for (let index = from; index < to; index += 1) {
    const code = text.charCodeAt(index)
    if (code === 10 || code === 13 || code === 0x2028 || code === 0x2029) return 'line-break'
  }
  return 'space'
}

function splitWord(word: string, start: number): [string, number][] {
  if (word.length < 3 || !/['’ʼ]/u.test(word)) return [[word, start]]
  const front = head.exec(word)?.[0] ?? ''
  const rest = word.slice(front.length)
  const back = tail.exec(rest)?.[0] ?? ''
  const middle = rest.slice(0, rest.length - back.length)
  const parts: [string, number][] = [
    [front, start],
    [middle, start + front.length],
    [back, start + front.length + middle.length],
  ]
  return parts.filter(([part]) => part !== '')
}

function toToken(text: string, start: number, gap: Token['gap']): Token {
  const kind = kindOf(text)
  const isCapital = kind !== 'mark' && kind !== 'number' && /^\p{Lu}/u.test(text)
  return { text, key: fold(text), start, end: start + text.length, kind, isCapital, gap }
}

function kindOf(text: string): Token['kind'] {
  const hasDigit = /\p{Nd}/u.test(text)
  const hasLetter = /[\p{L}\p{M}]/u.test(text)
  if (hasDigit) return hasLetter ? 'mixed' : 'number'
  return hasLetter ? 'word' : 'mark'
}
