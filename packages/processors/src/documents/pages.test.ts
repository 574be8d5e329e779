import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { splitPages } from './page-split.ts'
import { pagesOf } from './pages.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inlet-pages-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function split(...chunks: string[]): Promise<string[]> {
  async function* stream() {
    yield* chunks
  }
  return await Array.fromAsync(splitPages(stream()))
}

describe('splitting pages at form feeds', () => {
  it('yields the text before each form feed, blank pages included', async () => {
    expect(await split('one\f\ftwo\f')).toEqual(['one', '', 'two'])
    expect(await split('one\f', 'cut o', 'ff')).toEqual(['one', 'cut off'])
    expect(await split('')).toEqual([])
  })

  it('does not depend on the chunks', async () => {
    const chunk = fc.string({ unit: fc.constantFrom('a', 'b', '\f'), maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(fc.array(chunk), async (chunks) => {
        expect(await split(...chunks)).toEqual(await split(chunks.join('')))
      }),
    )
  })

  it('truncates a page at the limit', async () => {
    const chunk = 'x'.repeat(100_000)
    const [page, next] = await split(chunk, chunk, chunk, '\fnext\f')
    expect(page).toHaveLength(200_000)
    expect(next).toBe('next')
  })
})

describe('document pages', () => {
  const read = async (text: string | null, pageCount: number, recognized: [number, string][] = []) => {
    const textPath = text === null ? null : join(folder, 'text.txt')
    if (textPath !== null) await writeFile(textPath, text ?? '')
    const pages = pagesOf({ textPath, pageCount, recognized: new Map(recognized) })
    const first = await Array.fromAsync(pages)
    expect(await Array.fromAsync(pages)).toEqual(first)
    return first
  }

  it('come from the text, from OCR, or have no text', async () => {
    expect(await read('one\f \n\f\f', 3, [[2, 'read']])).toEqual([
      { number: 1, text: 'one', source: 'text' },
      { number: 2, text: 'read', source: 'ocr' },
      { number: 3, text: '', source: 'none' },
    ])
  })

  it('match the page count of the document', async () => {
    expect((await read('one\ftwo\fthree\f', 2)).map((page) => page.number)).toEqual([1, 2])
    expect((await read('one\f', 3)).map((page) => page.source)).toEqual(['text', 'none', 'none'])
    expect((await read(null, 2)).map((page) => page.source)).toEqual(['none', 'none'])
  })

  it('are storable', async () => {
    expect((await read('a\0b\x01\f', 1))[0]?.text).toBe('ab')
  })
})
