import { describe, expect, it } from 'vitest'
import { addMedia, findMediaColumn, isMediaFile } from './survey-media-files.ts'

const file = (name: string) => new File(['x'], name)
const column = (name: string, ...samples: string[]) => ({
  name,
  samples,
  type: 'Do nothing' as const,
  confidence: 1,
  reason: '',
})

describe('media files of a survey', () => {
  it('have an extension that the service accepts', () => {
    expect(['clip_0.MP4', 'a.wav', 'b.m4a'].every((name) => isMediaFile({ name }))).toBe(true)
    expect(['clip.mkv', 'notes.pdf', 'mp4'].some((name) => isMediaFile({ name }))).toBe(false)
  })

  it('occur once by name, however its accents are written', () => {
    const files = addMedia([file('Käthe.mp4'.normalize('NFD'))], [file('Käthe.mp4'), file('b.mp4')])
    expect(files.map(({ name }) => name)).toEqual(['Käthe.mp4', 'b.mp4'])
  })

  it('show which column names them', () => {
    const columns = [column('Why?', 'because'), column('Clip', '', 'clip_0.mp4', 'clip_1.mp4')]
    expect(findMediaColumn(columns, [{ name: 'Clip_1.mp4' }])).toBe('Clip')
    expect(findMediaColumn(columns, [{ name: 'other.mp4' }])).toBe(undefined)
    expect(findMediaColumn(columns, [])).toBe(undefined)
  })
})
