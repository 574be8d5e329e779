/** One file of each kind that people import, of ordinary size. */
import { execFile } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ffmpeg, joinClips } from '@inlet/server/test/harness/recordings.ts'
import { pageBreak, paragraph, writeDocx } from '../../packages/processors/test/fixtures/ooxml.ts'

export interface ImportSample {
  name: string
  path: string
  /** The share of what it represents that is in it: one minute of ten. */
  share: number
}

const pages = 10
const secondsOfSpeech = 600
const run = promisify(execFile)

const sentence =
  'Participants said that the export was slow and that they would rather wait than lose their work. '

/** Pages full of plain text, like a report. */
export function makeDocx(count: number): Buffer {
  const page = (number: number) => [
    paragraph(`Page ${number}`),
    ...Array.from({ length: 8 }, () => paragraph(sentence.repeat(4))),
  ]
  return writeDocx({ body: Array.from({ length: count }, (_, i) => page(i + 1).join('')).join(pageBreak) })
}

export async function makeImportSamples(dir: string): Promise<ImportSample[]> {
  const docx = join(dir, 'report.docx')
  await writeFile(docx, makeDocx(pages))
  const profile = await mkdtemp(join(dir, 'profile-'))
  await run('soffice', [
    `-env:UserInstallation=file://${profile}`,
    '--headless',
    '--convert-to',
    'pdf',
    '--outdir',
    dir,
    docx,
  ])
  const image = join(dir, 'board.jpg')
  await ffmpeg('-f', 'lavfi', '-i', 'testsrc2=size=3000x2000', '-frames:v', '1', image)
  const { path: audio } = await joinClips(dir, 'talk.mp3', secondsOfSpeech)
  const picture = [
    '-f',
    'lavfi',
    '-i',
    'testsrc2=size=1280x720:rate=25',
    '-i',
    audio,
    '-shortest',
    '-pix_fmt',
    'yuv420p',
  ]
  const mp4 = join(dir, 'session.mp4')
  await ffmpeg(...picture, '-c:v', 'libx264', '-preset', 'ultrafast', '-b:v', '1500k', '-c:a', 'aac', mp4)
  const avi = join(dir, 'session.avi')
  await ffmpeg('-t', '60', '-i', mp4, '-c:v', 'mpeg4', '-b:v', '2000k', '-c:a', 'libmp3lame', avi)
  return [
    { name: 'PDF, 10 pages', path: join(dir, 'report.pdf'), share: 1 },
    { name: 'docx, 10 pages', path: docx, share: 1 },
    { name: 'image, 6 megapixels', path: image, share: 1 },
    { name: 'audio, 10 min', path: audio, share: 1 },
    { name: 'video mp4, 10 min', path: mp4, share: 1 },
    { name: 'video avi, 1 of 10 min', path: avi, share: 0.1 },
  ]
}
