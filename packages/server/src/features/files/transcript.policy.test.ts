import { describe, expect, it } from 'vitest'
import { transcriptExtensions, transcriptFormatOf } from './transcript.policy.ts'

describe('transcriptFormatOf', () => {
  it.each(transcriptExtensions)('accepts .%s in any case', (extension) => {
    expect(transcriptFormatOf(`Interview 1.en.${extension.toUpperCase()}`)?.extension).toBe(extension)
  })

  it.each(['vtt', 'a.pdf', 'a.vtt.exe', '', '.', 'a.__proto__', 'a.constructor'])('refuses %j', (name) => {
    expect(transcriptFormatOf(name)).toBeUndefined()
  })
})
