import { expect, it } from 'vitest'
import { allCategories } from '../categories.ts'
import { detectByRules } from './detect-by-rules.ts'

const textLength = 20_000
const pieces = [
  '1 ',
  '1',
  'one ',
  'o ',
  'at ',
  'a at b dot ',
  'a@',
  'a.',
  'Ab ',
  'John Smith and ',
  'twenty ',
  'a',
  '-',
  '1/1/',
  'may ',
  '1 a a a street ',
  'AB12 ',
  'A1-',
  '19',
  '\n',
  'um ',
  "'s ",
  'born ',
  '😀',
  'é́',
  'b.',
]

it('takes no longer on hostile text than on ordinary text', () => {
  detectByRules('Anna', allCategories)
  for (const piece of pieces) {
    const text = `x@${piece.repeat(Math.ceil(textLength / piece.length))}`
    const before = process.cpuUsage()
    detectByRules(text, allCategories)
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1000, JSON.stringify(piece)).toBeLessThan(3000)
  }
}, 120_000)
