import { describe, expect, it } from 'vitest'
import { requiresTls } from './mailer.ts'

describe('requiresTls', () => {
  it.each([
    ['smtp://ada:secret@mail.example', true],
    ['smtp://ada:secret@mail.example:587', true],
    ['smtp://mail.example:25', false],
    ['smtps://ada:secret@mail.example', false],
    ['smtp://ada:secret@127.0.0.1:2525', false],
    ['smtp://ada:secret@[::1]:2525', false],
    ['smtp://ada:secret@localhost', false],
    ['smtp://ada:secret@127.0.0.1.example', true],
  ])('of %s is %s', (url, expected) => {
    expect(requiresTls(url)).toBe(expected)
  })
})
