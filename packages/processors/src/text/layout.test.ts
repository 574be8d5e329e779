import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { flatOdtPage } from './flat-odt.ts'
import { pageColumns, pageRows, paginate } from './layout.ts'

async function pagesOf(...chunks: string[]) {
  async function* stream() {
    yield* chunks
  }
  return await Array.fromAsync(paginate(stream()))
}

describe('laying out plain text', () => {
  it('ends rows at line ends', async () => {
    expect(await pagesOf('one\ntwo\n')).toEqual([{ rows: ['one', 'two'], text: 'one\ntwo\n' }])
  })

  it('ends pages after the last row and at form feeds', async () => {
    const pages = await pagesOf(`${'line\n'.repeat(pageRows)}next\fthird`)
    expect(pages.map((page) => page.rows.length)).toEqual([pageRows, 1, 1])
    expect(pages.map((page) => page.rows.at(-1))).toEqual(['line', 'next', 'third'])
  })

  it('breaks long lines at spaces, or anywhere without one', async () => {
    const [page] = await pagesOf(`${'word '.repeat(20)}\n${'x'.repeat(pageColumns + 5)}\n`)
    expect(page?.rows).toEqual(['word '.repeat(16), 'word '.repeat(4), 'x'.repeat(pageColumns), 'xxxxx'])
  })

  it('counts wide characters twice, accents not at all and tabs to the next stop', async () => {
    const [page] = await pagesOf(`${'漢'.repeat(41)}\n${'e\u0301'.repeat(pageColumns)}\n\ta\tb\n`)
    expect(page?.rows).toEqual(['漢'.repeat(40), '漢', 'e\u0301'.repeat(pageColumns), '        a       b'])
  })

  it('keeps the whole text, whatever the chunks', async () => {
    const text = fc.string({
      unit: fc.constantFrom('a', ' ', '\n', '漢', '\t', '\f', '😀', 'long '.repeat(50)),
      maxLength: 300,
    })
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 5 }), async (chunks) => {
        const pages = await pagesOf(...chunks)
        expect(pages.map((page) => page.text).join('')).toBe(chunks.join(''))
        for (const page of pages) expect(page.rows.length).toBeLessThanOrEqual(pageRows)
        const whole = await pagesOf(chunks.join(''))
        expect(pages.map((page) => page.text)).toEqual(whole.map((page) => page.text))
      }),
    )
  })
})

describe('pages for rendering', () => {
  it('escape markup, keep spaces and start on a new page', () => {
    expect(flatOdtPage([' a  <b> & c', ''], false)).toBe(
      '<text:p text:style-name="B"><text:s text:c="1"/>a<text:s text:c="2"/>&lt;b&gt; &amp; c</text:p>\n<text:p text:style-name="Standard"></text:p>\n',
    )
  })
})
