import { describe, expect, it } from 'vitest'
import { makeDocx, makeZip, paragraph } from '../../test/docx.ts'
import { linesOf, problemOf, read } from '../../test/read.ts'

describe('text transcripts', () => {
  it.each([
    ['Otter', 'Jane  0:03\nHello.\nAgain.\n\nBob  1:02:03\nYes.\n\nTranscribed by https://otter.ai'],
    ['Rev', 'Jane (00:03):\nHello.\nAgain.\nBob (01:02:03): Yes.'],
    ['brackets', '[00:00:03] Jane: Hello.\nAgain.\n[01:02:03] Bob: Yes.'],
    ['clocks', '00:00:03 Jane: Hello. Again.\n01:02:03 Bob: Yes.'],
    ['times alone', 'Title\n0:03\nJane: Hello.\nAgain.\n1:02:03\nBob: Yes.'],
    ['Word for the web', '00:00:03 Jane\nHello.\nAgain.\n01:02:03 Bob\nYes.'],
  ])('reads the form of %s', async (_, text) => {
    expect(linesOf(await read(text))).toEqual(['3000-null Jane: Hello. Again.', '3723000-null Bob: Yes.'])
  })

  it('reads times at the end of a paragraph', async () => {
    const transcript = await read('A: one #00:00:02-5#\n\nB: two\nmore #00:00:04-0#')
    expect(linesOf(transcript)).toEqual(['0-2500 A: one', '2500-4000 B: two more'])
  })

  it('reads speakers without times, if one of them speaks twice', async () => {
    const transcript = await read('A: one\nB: two\nA: three')
    expect(linesOf(transcript)).toEqual(['null-null A: one', 'null-null B: two', 'null-null A: three'])
    expect(transcript.warnings).toEqual(['no_times'])
    expect(await problemOf('Notes: one\nAlso: two')).toBe('not_a_transcript')
  })

  it('does not take a time of day for the time of a turn', async () => {
    const transcript = await read('[00:01] A: at\n10:30 we stopped\n[00:05] B: ok')
    expect(linesOf(transcript)).toEqual(['1000-null A: at 10:30 we stopped', '5000-null B: ok'])
  })
})

describe('Word documents', () => {
  it('joins runs, splits at breaks, and leaves out deleted text', async () => {
    const body = [
      paragraph('Interview 5'),
      '<w:p><w:r><w:t>Jane</w:t></w:r><w:r><w:t xml:space="preserve"> (00:</w:t></w:r><w:r><w:t>03):</w:t><w:br/>',
      '<w:t>A &amp; B</w:t></w:r><w:del><w:r><w:t>gone</w:t></w:r></w:del></w:p>',
      paragraph('<![CDATA[<raw>]]>'),
    ].join('')
    const transcript = await read(makeDocx(body), 'interview.docx')
    expect(transcript.format).toBe('docx')
    expect(linesOf(transcript)).toEqual(['3000-null Jane: A & B <raw>'])
  })

  it('recognizes a document by its content', async () => {
    expect((await read(makeDocx(paragraph('A (0:01): x')), 'interview.vtt')).format).toBe('docx')
  })

  it('refuses a document type, so that no entity expands', async () => {
    const prolog = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>'
    expect(await problemOf(makeDocx(paragraph('A (0:01): &b;'), { prolog }), 'a.docx')).toBe('damaged')
  })

  it('stops unpacking at its limit, whatever the zip claims', async () => {
    const content = Buffer.alloc(80 * 1024 * 1024, ' ')
    const bomb = makeZip([{ name: 'word/document.xml', content }], { claimedBytes: 10 })
    expect(bomb.length).toBeLessThan(200_000)
    expect(await problemOf(bomb, 'a.docx')).toBe('too_large')
  })

  it.each([
    ['another zip', makeZip([{ name: 'xl/workbook.xml', content: 'x' }]), 'not_a_transcript'],
    ['a truncated zip', makeDocx(paragraph('A (0:01): x')).subarray(0, 100), 'damaged'],
    [
      'a stored document that is no XML',
      makeZip([{ name: 'word/document.xml', content: 'x <', isStored: true }]),
      'damaged',
    ],
  ])('refuses %s', async (_, bytes, problem) => {
    expect(await problemOf(bytes, 'a.docx')).toBe(problem)
  })
})

describe('oTranscribe', () => {
  it('reads marks, also in the middle of a paragraph, and drops scripts', async () => {
    const text =
      '<p><span class="timestamp" data-timestamp="1.5">0:01</span> A: one<script>alert(1)</script> <span class="timestamp" data-timestamp="0:04">0:04</span>B: two<br>lines</p><p>A: three</p>'
    const transcript = await read(JSON.stringify({ text, media: 'x.mp3', 'media-time': 3 }), 'a.otr')
    expect(transcript.format).toBe('otr')
    expect(linesOf(transcript)).toEqual(['1500-null A: one', '4000-null B: two lines', 'null-null A: three'])
  })
})
