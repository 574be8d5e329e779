/** Runs the examples of every pattern in every data file of this folder. */

import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Pattern } from './pattern.ts'
import { regex, wordSet, words } from './pattern.ts'

const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.data.ts'))

describe.each(files)('%s', async (file) => {
  const exports: Record<string, unknown> = await import(`./${file}`)
  const patterns = Object.entries(exports).flatMap(([name, value]) => patternsIn(name, value))

  it('has patterns or word sets', () => {
    expect(Object.keys(exports)).not.toEqual([])
  })

  it.each(patterns)('$name has examples of both kinds', ({ matches, rejects }) => {
    expect(matches).not.toEqual([])
    expect(rejects).not.toEqual([])
  })

  it.each(patterns.flatMap(examples))(
    '$name: $expected for "$text"',
    ({ regex: pattern, text, expected }) => {
      expect(text.search(pattern) >= 0 ? 'match' : 'no match').toBe(expected)
    },
  )
})

type NamedPattern = Pattern & { readonly name: string }

/** A pattern, or every pattern of a list of them. */
function patternsIn(name: string, value: unknown): NamedPattern[] {
  if (Array.isArray(value)) return value.flatMap((each, index) => patternsIn(`${name}[${index}]`, each))
  return isPattern(value) ? [{ ...value, name }] : []
}

function isPattern(value: unknown): value is Pattern {
  return typeof value === 'object' && value !== null && 'regex' in value && value.regex instanceof RegExp
}

function examples({ name, regex: pattern, matches, rejects }: NamedPattern) {
  const example = (expected: string) => (text: string) => ({ name, regex: pattern, text, expected })
  return [...matches.map(example('match')), ...rejects.map(example('no match'))]
}

describe('the notation', () => {
  it('separates alternatives by line breaks and by bars with spaces around them', () => {
    const list = words`
      work(?:s|ed) | job

      position held
    `
    expect(list).toBe('work(?:s|ed)|job|position held')
  })

  it('ignores line breaks and indentation in a regular expression', () => {
    expect(
      regex`
      ^a b
      |\d$`.source,
    ).toBe(String.raw`^a b|\d$`)
  })

  it('splits a word set at white space', () => {
    expect([
      ...wordSet`
      de la
      von
    `,
    ]).toEqual(['de', 'la', 'von'])
  })
})
