import { describe, expect, it } from 'vitest'
import { nameOfUrl } from './url-name.ts'

describe('the name of a linked file', () => {
  it.each([
    ['https://a.example/talks/interview.mp4', 'interview.mp4'],
    ['https://a.example/interview%20%C3%A4.mp4?signature=a/b.txt', 'interview ä.mp4'],
    ['https://a.example/100%.pdf', '100%.pdf'],
  ])('of %s is %s', (url, name) => expect(nameOfUrl(url)).toBe(name))

  it.each([
    'https://a.example/',
    'https://a.example/d/1BxiM/view',
    'https://a.example/.pdf',
    'https://a.example/a%2Fb.pdf',
  ])('is required for %s', (url) =>
    expect(() => nameOfUrl(url)).toThrow(expect.objectContaining({ code: 'name_missing' })),
  )

  it('needs a URL', () =>
    expect(() => nameOfUrl('interview.mp4')).toThrow(expect.objectContaining({ code: 'invalid_url' })))
})
