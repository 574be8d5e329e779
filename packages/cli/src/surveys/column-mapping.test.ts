import { describe, expect, it } from 'vitest'
import { checkColumns, readMapping } from './column-mapping.ts'

describe('--map', () => {
  it('reads types in any spelling, and headers with equals signs', () => {
    expect(readMapping(['Email=email', 'Why a=b?=open ended', 'Clip=media_response', 'Score=nps'])).toEqual({
      Email: 'Email',
      'Why a=b?': 'Open-ended',
      Clip: 'MEDIA_RESPONSE',
      Score: 'NPS',
    })
  })

  it.each([
    ['Email', 'must look like "Column=Type"'],
    ['=Email', 'must look like "Column=Type"'],
    ['A=Number', 'Use one of: Name, Email'],
  ])('%s is refused', (text, message) => {
    expect(() => readMapping([text])).toThrow(message)
  })

  it('rejects a column that is mapped twice, and one that the CSV does not have', () => {
    expect(() => readMapping(['A=Name', 'A=Email'])).toThrow('twice')
    expect(() => checkColumns({ Emial: 'Email' }, ['Email', 'Why?'])).toThrow(
      'The CSV has no column "Emial". It has: "Email", "Why?".',
    )
    checkColumns({ '\ufeff Email ': 'Email' }, ['Email'])
  })
})
