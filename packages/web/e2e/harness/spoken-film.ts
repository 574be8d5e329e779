/** A video with synthesized speech, for tests that need to know every word. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** An MP4 with a color test pattern and a pause of one second after each sentence. */
export async function spokenFilm(sentences: readonly string[]): Promise<Buffer> {
  const inputs = [
    ...sentences.map((text) => `flite=text='${text.replaceAll(/[^\w ,.]/g, '')}':voice=slt`),
    'testsrc=size=320x180:rate=10',
  ].flatMap((source) => ['-f', 'lavfi', '-i', source])
  const padded = sentences.map((_, place) => `[${place}:a]apad=pad_dur=1[s${place}]`).join(';')
  const all = sentences.map((_, place) => `[s${place}]`).join('')
  const graph = `${padded};${all}concat=n=${sentences.length}:v=0:a=1,adelay=1000[a]`
  const folder = await mkdtemp(join(tmpdir(), 'inlet-spoken-'))
  try {
    const path = join(folder, 'film.mp4')
    const kept = `-map ${sentences.length}:v -map [a] -shortest`.split(' ')
    const coded = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac'.split(' ')
    const args = ['-v', 'error', '-nostdin', ...inputs, '-filter_complex', graph, ...kept, ...coded, path]
    await run('ffmpeg', args)
    return await readFile(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
