import { afterEach, describe, expect, it } from 'vitest'
import type { Handler } from '../../../test/loopback-server.ts'
import { answerJson, startServer, textOf } from '../../../test/loopback-server.ts'
import { allCategories } from '../categories.ts'
import { findSpans } from '../find-spans.ts'
import { localAnalyzer } from '../local-analyzer.ts'
import type { PresidioOptions } from './presidio.ts'
import { presidioAnalyzer } from './presidio.ts'

const quick = { retryDelayMs: 5, timeoutMs: 5000 }
let stop: (() => Promise<void>) | undefined

afterEach(async () => {
  await stop?.()
  stop = undefined
})

async function analyzer(handler: Handler, options: Partial<PresidioOptions> = {}) {
  const server = await startServer(handler)
  stop = server.stop
  return {
    presidio: presidioAnalyzer({ baseUrl: `${server.baseUrl}/`, ...quick, ...options }),
    asked: server.asked,
  }
}

/** Responds like Presidio: every "Zorblax" is a person and every year a date, with offsets in code points. */
const answers: Handler = ({ body }, response) => {
  const text = textOf(body)
  const results = [...text.matchAll(/Zorblax|\b\d{4}\b/g)].map((match) => {
    const start = Array.from(text.slice(0, match.index)).length
    const isName = match[0] === 'Zorblax'
    return {
      entity_type: isName ? 'PERSON' : 'DATE_TIME',
      start,
      end: start + match[0].length,
      score: isName ? 0.85 : 0.6,
      analysis_explanation: null,
    }
  })
  answerJson(response, [...results, { entity_type: 'URL', start: 0, end: 1, score: 0.5 }])
}

describe('presidioAnalyzer', () => {
  it('sends the text and converts the offsets of the response', async () => {
    const { presidio, asked } = await analyzer(answers, { scoreThreshold: 0.4, apiKey: 'secret' })
    const text = '😀👩‍👧 é𝒳 Zorblax, in 2019, said 😀 Zorblax'
    const spans = await presidio.analyze(text, { language: 'de-AT', categories: [1, 22] })
    expect(spans.map((span) => text.slice(span.start, span.end))).toEqual(['Zorblax', '2019', 'Zorblax'])
    expect(spans[0]).toMatchObject({ category: 1, confidence: 0.85, source: 'presidio' })
    expect(asked).toEqual([
      {
        path: '/analyze',
        body: { text, language: 'de', score_threshold: 0.4 },
        authorization: 'Bearer secret',
      },
    ])
  })

  it('adds to the local rules for the requested categories', async () => {
    const { presidio } = await analyzer(answers)
    const text = 'zorblax met Zorblax; write to a@b.de'
    const found = await findSpans(text, { categories: [1, 2], analyzers: [localAnalyzer, presidio] })
    expect(found.map((span) => [span.category, text.slice(span.start, span.end)])).toEqual(
      expect.arrayContaining([
        [1, 'Zorblax'],
        [2, 'a@b.de'],
      ]),
    )
    expect(found.some((span) => span.category === 22)).toBe(false)
  })

  it('maps custom entity types', async () => {
    const handler: Handler = (_, response) =>
      answerJson(response, [{ entity_type: 'MRN', start: 0, end: 3, score: 1 }])
    const { presidio } = await analyzer(handler, { entities: { MRN: 17 } })
    expect(await presidio.analyze('abc', { categories: allCategories })).toMatchObject([
      { start: 0, end: 3, category: 17 },
    ])
  })

  it('splits a long text and returns offsets into the whole', async () => {
    const { presidio, asked } = await analyzer(answers, { maxChars: 200 })
    const text = `${'😀 Nothing here. '.repeat(30)}It was Zorblax. ${'Nothing here. '.repeat(30)}`
    const found = await findSpans(text, { categories: [1], analyzers: [presidio] })
    expect(found.map((span) => text.slice(span.start, span.end))).toEqual(['Zorblax'])
    expect(asked.length).toBeGreaterThan(4)
    for (const { body } of asked) expect(textOf(body).length).toBeLessThanOrEqual(200)
  })

  it('retries while the server is busy or drops connections', async () => {
    const handler: Handler = (each, response, count) => {
      if (count === 1) answerJson(response, {}, 503)
      else if (count === 2) answerJson(response, {}, 429, { 'retry-after': '0' })
      else if (count === 3) response.destroy()
      else answers(each, response, count)
    }
    const { presidio, asked } = await analyzer(handler)
    expect(await presidio.analyze('Zorblax', { categories: [1] })).toHaveLength(1)
    expect(asked).toHaveLength(4)
  })
})

describe('presidioAnalyzer with a failing server', () => {
  it('throws if the server stays unreachable', async () => {
    const { presidio, asked } = await analyzer((_, response) => answerJson(response, {}, 500))
    await expect(presidio.analyze('Zorblax', { categories: [1] })).rejects.toMatchObject({
      name: 'PrivacyError',
      code: 'analyzer_unreachable',
    })
    expect(asked).toHaveLength(4)
    await stop?.()
    const gone = presidio.analyze('Zorblax', { categories: [1] })
    await expect(gone).rejects.toMatchObject({ code: 'analyzer_unreachable' })
  })

  it('throws on a timeout without quoting the text', async () => {
    const { presidio } = await analyzer(() => {}, { timeoutMs: 100, maxAttempts: 2 })
    const failure = presidio.analyze('Zorblax', { categories: [1] })
    await expect(failure).rejects.toThrow('did not respond within 100 ms')
    await expect(failure).rejects.not.toThrow('Zorblax')
  })

  it('does not retry a rejection or a redirect', async () => {
    for (const status of [400, 401, 404, 302]) {
      const { presidio, asked } = await analyzer((_, response) =>
        answerJson(response, {}, status, { location: 'http://127.0.0.1:9/' }),
      )
      await expect(presidio.analyze('Zorblax', { categories: [1] })).rejects.toMatchObject({
        code: 'analyzer_refused',
      })
      expect(asked).toHaveLength(1)
      await stop?.()
    }
  })

  it.each([
    { not: 'a list' },
    [{ entity_type: 'PERSON', start: 0, end: 99, score: 1 }],
    [{ entity_type: 'PERSON', start: 3, end: 1, score: 1 }],
    [{ entity_type: 'PERSON', start: '0', end: 1, score: 1 }],
    [{ start: 0, end: 1, score: 1 }],
    [null],
  ])('throws on an invalid response (%#)', async (answer) => {
    const { presidio } = await analyzer((_, response) => answerJson(response, answer))
    await expect(presidio.analyze('Zorblax', { categories: [1] })).rejects.toMatchObject({
      code: 'analyzer_bad_answer',
    })
  })

  it('throws if the response is not JSON or too large', async () => {
    const noJson = await analyzer((_, response) => response.end('<html>'))
    await expect(noJson.presidio.analyze('Zorblax', { categories: [1] })).rejects.toMatchObject({
      code: 'analyzer_bad_answer',
    })
    await stop?.()
    const handler: Handler = (_, response) => {
      const more = () => {
        while (response.write('['.repeat(10_000)));
        response.once('drain', more)
      }
      more()
    }
    const endless = await analyzer(handler, { maxAnswerBytes: 100_000 })
    await expect(endless.presidio.analyze('Zorblax', { categories: [1] })).rejects.toThrow(
      'more than 100000 bytes',
    )
  })

  it('stops when aborted during a delay or a request', async () => {
    const { presidio } = await analyzer((_, response) => answerJson(response, {}, 503), {
      retryDelayMs: 60_000,
    })
    const waiting = new AbortController()
    setTimeout(() => waiting.abort(new Error('enough')), 50)
    await expect(presidio.analyze('Zorblax', { categories: [1], signal: waiting.signal })).rejects.toThrow(
      'enough',
    )
    await stop?.()
    const silent = await analyzer(() => {})
    const asking = new AbortController()
    setTimeout(() => asking.abort(new Error('enough')), 50)
    await expect(
      silent.presidio.analyze('Zorblax', { categories: [1], signal: asking.signal }),
    ).rejects.toThrow('enough')
  })

  it('sends no request for a blank text', async () => {
    const { presidio, asked } = await analyzer(answers)
    expect(await presidio.analyze(' \n ', { categories: [1] })).toEqual([])
    expect(asked).toEqual([])
  })
})
