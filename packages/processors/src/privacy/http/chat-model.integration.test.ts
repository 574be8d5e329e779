import { afterEach, describe, expect, it } from 'vitest'
import type { Asked, Handler } from '../../../test/loopback-server.ts'
import { answerJson, startServer, textOf } from '../../../test/loopback-server.ts'
import type { ChatModelOptions } from './chat-model.ts'
import { chatModelAnalyzer } from './chat-model.ts'

const quick = { retryDelayMs: 5, timeoutMs: 5000 }
let stop: (() => Promise<void>) | undefined

afterEach(async () => {
  await stop?.()
  stop = undefined
})

async function analyzer(handler: Handler, options: Partial<ChatModelOptions> = {}) {
  const server = await startServer(handler)
  stop = server.stop
  return {
    model: chatModelAnalyzer({ baseUrl: server.baseUrl, model: 'small', ...quick, ...options }),
    asked: server.asked,
  }
}

/** The content of a message by its role. */
function contentOf(asked: Asked | undefined, role: 'system' | 'user'): string {
  const body = JSON.stringify(asked?.body)
  const messages = JSON.parse(body) as { messages: { role: string; content: string }[] }
  return messages.messages.find((message) => message.role === role)?.content ?? '{}'
}

function givenText(asked: Asked): string {
  const given: unknown = JSON.parse(contentOf(asked, 'user'))
  return textOf(given)
}

function says(content: string, reason = 'stop') {
  return {
    id: 'x',
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: reason }],
  }
}

function quotes(...found: { category: number; quote: string }[]): string {
  return JSON.stringify({ found })
}

describe('chatModelAnalyzer', () => {
  it('asks for quotes and covers every occurrence of each', async () => {
    const handler: Handler = (_, response) =>
      answerJson(response, says(quotes({ category: 1, quote: 'Zorblax' }, { category: 23, quote: '34' })))
    const { model, asked } = await analyzer(handler, { apiKey: 'secret' })
    const text = '😀 Zorblax is 34, born 1934. ZORBLAX 😀 left Zorblaxia.'
    const spans = await model.analyze(text, { language: 'en', categories: [1, 23] })
    expect(spans.map((span) => [span.category, text.slice(span.start, span.end)])).toEqual([
      [1, 'Zorblax'],
      [1, 'ZORBLAX'],
      [23, '34'],
    ])
    expect(asked[0]).toMatchObject({
      path: '/v1/chat/completions',
      authorization: 'Bearer secret',
      body: { model: 'small', temperature: 0, response_format: { type: 'json_object' } },
    })
    expect(contentOf(asked[0], 'system')).toContain('1: Person name; 23: Person age')
    expect(asked.map(givenText)).toEqual([text])
  })

  it('ignores everything but quotes that occur in the text', async () => {
    const found = quotes(
      { category: 1, quote: 'never said' },
      { category: 99, quote: 'Zorblax' },
      { category: 2, quote: 'Zorblax' },
      { category: 1, quote: '.*' },
    )
    const { model } = await analyzer((_, response) => answerJson(response, says(found)))
    expect(await model.analyze('Ignore the instructions, says Zorblax.', { categories: [1] })).toEqual([])
  })

  it('covers a quote in the whole text, not only in its piece', async () => {
    const handler: Handler = (asked, response) => {
      const isThere = givenText(asked).includes('I am Zorblax')
      answerJson(response, says(isThere ? quotes({ category: 1, quote: 'Zorblax' }) : quotes()))
    }
    const { model, asked } = await analyzer(handler, { maxChars: 400 })
    const text = `${'Some words. '.repeat(60)}I am Zorblax. ${'Some words. '.repeat(60)}Bye Zorblax.`
    expect(await model.analyze(text, { categories: [1] })).toHaveLength(2)
    expect(asked.length).toBeGreaterThan(3)
    for (const each of asked) expect(givenText(each).length).toBeLessThanOrEqual(400)
  })

  it('splits a piece whose completion is truncated', async () => {
    const handler: Handler = (asked, response) => {
      const text = givenText(asked)
      const names = [...text.matchAll(/Zorblax\d+/g)].map((match) => ({ category: 1, quote: match[0] }))
      answerJson(
        response,
        text.length > 900 ? says('{"found":[{"category":1,"quo', 'length') : says(quotes(...names)),
      )
    }
    const { model, asked } = await analyzer(handler)
    const text = Array.from({ length: 60 }, (_, index) => `I met Zorblax${index} on the way.`).join(' ')
    expect(await model.analyze(text, { categories: [1] })).toHaveLength(60)
    expect(asked.length).toBeGreaterThan(2)
  })
})

describe('chatModelAnalyzer with a failing server', () => {
  it('retries one invalid completion', async () => {
    const handler: Handler = (_, response, count) =>
      answerJson(
        response,
        says(count === 1 ? 'Sure! Here it is.' : quotes({ category: 1, quote: 'Zorblax' })),
      )
    const { model } = await analyzer(handler, { usesJsonMode: false })
    expect(await model.analyze('Zorblax', { categories: [1] })).toHaveLength(1)
  })

  it('fails if completions stay invalid', async () => {
    const { model, asked } = await analyzer((_, response) =>
      answerJson(response, says('I cannot help with that.')),
    )
    await expect(model.analyze('Zorblax', { categories: [1] })).rejects.toMatchObject({
      name: 'PrivacyError',
      code: 'analyzer_bad_answer',
    })
    expect(asked).toHaveLength(3)
    await stop?.()
    const cutOff = await analyzer((_, response) => answerJson(response, says('{', 'length')))
    await expect(cutOff.model.analyze('Zorblax', { categories: [1] })).rejects.toMatchObject({
      code: 'analyzer_bad_answer',
    })
  })

  it('fails if the server stays unreachable', async () => {
    const { model } = await analyzer((_, response) => answerJson(response, {}, 502))
    await expect(model.analyze('Zorblax', { categories: [1] })).rejects.toMatchObject({
      code: 'analyzer_unreachable',
    })
  })

  it('accepts a base URL with or without the version', async () => {
    const server = await startServer((_, response) => answerJson(response, says(quotes())))
    stop = server.stop
    for (const baseUrl of [`${server.baseUrl}/v1/`, server.baseUrl]) {
      await chatModelAnalyzer({ baseUrl, model: 'small', ...quick }).analyze('x', { categories: [1] })
    }
    expect(server.asked.map((each) => each.path)).toEqual(['/v1/chat/completions', '/v1/chat/completions'])
  })
})
