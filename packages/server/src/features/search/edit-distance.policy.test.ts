import { expect, it } from 'vitest'
import { closestWord, editDistance } from './edit-distance.policy.ts'

it.each([
  ['price', 'price', 0],
  ['pirce', 'price', 1],
  ['intervew', 'interview', 1],
  ['interwiev', 'interview', 2],
  ['', 'abc', 3],
  ['abc', '', 3],
  ['größe', 'grösse', 2],
])('counts %s and %s as %i apart', (one, other, distance) => {
  expect(editDistance(one, other)).toBe(distance)
  expect(editDistance(other, one)).toBe(distance)
})

const candidate = (lexeme: string, texts: number) => ({ lexeme, texts, similarity: 0.5 })

it('prefers the closest word, then the one in most texts', () => {
  expect(closestWord('intervew', [candidate('interviews', 90), candidate('interview', 2)])).toBe('interview')
  expect(closestWord('pricw', [candidate('prick', 1), candidate('price', 8)])).toBe('price')
})

it('suggests nothing for the word itself, and no word that differs too much', () => {
  expect(closestWord('price', [candidate('price', 8)])).toBeUndefined()
  expect(closestWord('cost', [candidate('post', 3), candidate('boat', 9)])).toBe('post')
  expect(closestWord('cost', [candidate('boat', 9)])).toBeUndefined()
})
