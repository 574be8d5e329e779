import { expect, it } from 'vitest'
import { buildTokens } from './tokens.ts'

const vocabulary = Array.from({ length: 32_000 }, (_, id) => `word-${id}`).join('\n')
const source = `const llama_vocab_base64 = "${Buffer.from(vocabulary).toString('base64')}"\n`

it('writes each token as base64 and its number', () => {
  const lines = buildTokens(source).split('\n')
  expect(lines).toHaveLength(32_769)
  const decoded = [0, 2, 3, 258, 259, 31_999, 32_000, 32_767].map((id) => {
    const [token = '', number] = lines[id]?.split(' ') ?? []
    expect(number).toBe(String(id))
    return Buffer.from(token, 'base64').toString('latin1')
  })
  const last = ['word-259', 'word-31999', '<<ST_0>>', '<<ST_767>>']
  expect(decoded).toEqual(['<unk>', '</s>', '\x00', '\xff', ...last])
})

it('rejects a source without the whole vocabulary', () => {
  expect(() => buildTokens('const other = 1')).toThrow('no vocabulary')
  expect(() => buildTokens('const llama_vocab_base64 = "YQpi"\n')).toThrow('no token 259')
})
