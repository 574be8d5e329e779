import { expect, it } from 'vitest'
import { type ReportedImport, writeImportMail } from './import-mail.ts'

const ready = (name: string): ReportedImport => ({ name, project: 'Pilot', failure: null })
const failed = (name: string): ReportedImport => ({ name, project: 'Pilot', failure: 'The file is damaged.' })
const write = (...imports: ReportedImport[]) =>
  writeImportMail({ name: 'Ada', imports, publicUrl: 'https://inlet.example' })

it('names the only import in the subject', () => {
  expect(write(ready('Gespräch.mp4')).subject).toBe('Gespräch.mp4 is ready')
  expect(write(failed('Gespräch.mp4')).subject).toBe('Gespräch.mp4 failed')
})

it('counts several, failures first', () => {
  expect(write(ready('a'), ready('b')).subject).toBe('2 imports are ready')
  expect(write(failed('a'), failed('b')).subject).toBe('2 imports failed')
  const { subject, text } = write(ready('a.pdf'), failed('b.pdf'))
  expect(subject).toBe('1 import failed, 1 is ready')
  expect(text).toBe(`Hello Ada,

1 import failed:

- b.pdf (Pilot): The file is damaged.

1 import is ready:

- a.pdf (Pilot)

See your imports: https://inlet.example/imports

Choose which e-mails you get: https://inlet.example/account
`)
})

it('lists twenty and counts the rest', () => {
  const { text } = write(...Array.from({ length: 23 }, (_, i) => ready(`${i}.pdf`)))
  expect(text.match(/^- .*\.pdf/gm)).toHaveLength(20)
  expect(text).toContain('- and 3 more')
})
