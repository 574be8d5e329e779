import { describe, expect, it } from 'vitest'
import { readChatAnswer } from './chat-answer.ts'

const answer = (content: unknown, reason = 'stop') => ({
  choices: [{ message: { content }, finish_reason: reason }],
})

describe('parsing a chat completion', () => {
  it('reads JSON, also inside a code block or a sentence', () => {
    const json = '{"found":[{"category":1,"quote":"Anna"},{"category":"23","quote":"34"}]}'
    const quotes = [
      { category: 1, text: 'Anna' },
      { category: 23, text: '34' },
    ]
    for (const content of [json, `\`\`\`json\n${json}\n\`\`\``, `Here you are: ${json} Bye.`]) {
      expect(readChatAnswer(answer(content))).toEqual({ kind: 'quotes', quotes })
    }
    expect(readChatAnswer(answer('{"found":[]}'))).toEqual({ kind: 'quotes', quotes: [] })
  })

  it('treats a truncated completion as incomplete', () => {
    expect(readChatAnswer(answer('{"found":[]}', 'length'))).toEqual({ kind: 'cut-off' })
  })

  it.each([
    null,
    {},
    { choices: [] },
    answer(null),
    answer('I cannot help with that.'),
    answer('{"found":"Anna"}'),
    answer('{"found":[{"category":"name","quote":"Anna"}]}'),
    answer('{"found":[{"category":1}]}'),
    answer(`{"found":[{"category":1,"quote":"${'a'.repeat(3000)}"}]}`),
  ])('is unreadable in any other format (%#)', (given) => {
    expect(readChatAnswer(given)).toEqual({ kind: 'unreadable' })
  })
})
