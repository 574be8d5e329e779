import { describe, expect, it } from 'vitest'
import { type EndedImport, importNotice } from './import-notice.ts'

const ready: EndedImport = {
  kind: 'file',
  key: 'abc',
  name: 'Gespräch.mp4',
  media: 'video',
  status: 'ready',
  failure: null,
}
const failed: EndedImport = {
  ...ready,
  key: 'def',
  name: 'report.pdf',
  status: 'failed',
  failure: { code: 'damaged', message: 'The file is damaged. Upload it again.' },
}

describe('a notice about imports', () => {
  it('opens what is ready', () => {
    expect(importNotice([ready])).toEqual({
      text: 'Gespräch.mp4 is ready.',
      link: { text: 'Open', to: '/recordings/file/abc' },
    })
  })

  it('says why an import failed and shows it', () => {
    expect(importNotice([failed])).toEqual({
      text: 'report.pdf failed. The file is damaged. Upload it again.',
      isProblem: true,
      link: { text: 'Show', to: '/imports?open=file%2Fdef' },
    })
  })

  it('counts several, failures first', () => {
    expect(importNotice([ready, ready]).text).toBe('2 imports are ready.')
    expect(importNotice([ready, failed]).text).toBe('1 import failed, 1 is ready.')
    expect(importNotice([ready, failed, ready, failed]).text).toBe('2 imports failed, 2 are ready.')
    expect(importNotice([failed, failed]).text).toBe('2 imports failed.')
  })
})
