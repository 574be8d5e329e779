import { expect, it } from 'vitest'
import { pageWordsOf } from './page-words.ts'

it.each([
  ['pptx', 'Slide'],
  ['Results of May.PPT', 'Slide'],
  ['pdf', 'Page'],
  ['about pptx.docx', 'Page'],
  ['', 'Page'],
])('calls a page of "%s" a %s', (name, title) => {
  expect(pageWordsOf(name).title).toBe(title)
})
