import { type RetiredWord, retiredWords } from './retired-words.ts'

export interface RetiredUse {
  line: number
  text: string
  use: string
}

/** Every retired word in a text, in the order of its lines. */
export function findRetiredWords(text: string, words: readonly RetiredWord[] = retiredWords): RetiredUse[] {
  return words
    .flatMap(({ pattern, use }) =>
      [...text.matchAll(pattern)].map((match) => ({
        line: text.slice(0, match.index).split('\n').length,
        text: match[0].replaceAll(/\s+/g, ' ').trim(),
        use,
      })),
    )
    .sort((a, b) => a.line - b.line)
}

/** The unreleased part of a changelog; sections of released versions are not checked. */
export function unreleasedPart(changelog: string): string {
  const released = [...changelog.matchAll(/^## /gm)][1]
  return released === undefined ? changelog : changelog.slice(0, released.index)
}
