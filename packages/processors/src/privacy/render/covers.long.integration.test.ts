/** Faces and names in recorded calls: how much of them is covered, and what is still detected afterwards. */

import { join } from 'node:path'
import { expect, it } from 'vitest'
import { faceFilms, type Hidden, makeMeeting, meetingRate } from '../../../test/faces.ts'
import { findFaces, isCovered, readNames, readPictures, sightOf } from '../../../test/privacy/covers.ts'
import { prepareRoom, render } from '../../../test/privacy/protected-media.ts'

const isFull = process.env['INLET_FULL'] === '1'
const timeout = 3_600_000

const room = prepareRoom()

/** The number of repairs. */
async function coverFaces(path: string, outputPath: string): Promise<number> {
  const settings = { anonymize_video: 'blur_faces' } as const
  const result = await render(room, { path, settings, outputPath })
  if (!result.ok) throw new Error(result.failure.message)
  return result.report.repairs
}

const meetings = isFull
  ? [
      { seconds: 20, from: 0 },
      { seconds: 20, from: 8 },
    ]
  : [{ seconds: 2, from: 0 }]
/** Of 25 frames a second, and not only those that the product samples. */
const picturesASecond = isFull ? 25 : 5
const readsEverySeconds = isFull ? 1 : 2

it('covers the faces and names of a call in every frame', { timeout }, async () => {
  const films = await faceFilms()
  if (films === null) return
  const total = { sightings: 0, covered: 0, again: 0, labels: 0, unread: 0, repairs: 0 }
  for (const [i, meeting] of meetings.entries()) {
    const path = join(room.root, `meeting-${i}.mp4`)
    await makeMeeting(path, films, meeting)
    const outputPath = join(room.root, `meeting-${i}-covered.mp4`)
    total.repairs += await coverFaces(path, outputPath)
    for (let second = 0; second < meeting.seconds; second += 1) {
      const before = await readPictures(path, second, picturesASecond)
      const after = await readPictures(outputPath, second, picturesASecond)
      expect(after.length).toBe(before.length)
      for (const [at, picture] of before.entries()) {
        const covered = after[at] ?? picture
        const faces = await findFaces(picture)
        total.sightings += faces.length
        total.covered += faces.filter((shown) => isCovered(picture, covered, { shown })).length
        total.again += (await findFaces(covered)).length
      }
    }
    for (let second = 0.5; second < meeting.seconds; second += readsEverySeconds) {
      const readable = await readNames(room.root, path, second)
      const still = await readNames(room.root, outputPath, second)
      total.labels += readable.length
      total.unread += readable.filter((name) => !still.includes(name)).length
    }
  }
  const { sightings, covered, again, labels, unread, repairs } = total
  process.stdout.write(
    `privacy faces=${sightings} covered=${(covered / sightings).toFixed(4)} found_again=${again} labels=${labels} labels_covered=${(unread / labels).toFixed(4)} repairs=${repairs}\n`,
  )
  expect(sightings).toBeGreaterThan(meetings.length * 15)
  expect(covered / sightings).toBeGreaterThanOrEqual(0.995)
  expect(again / sightings).toBeLessThanOrEqual(1 / 500)
  expect(labels).toBeGreaterThanOrEqual(4)
  expect(unread / labels).toBeGreaterThanOrEqual(0.95)
})

/** Smaller faces are out of scope. */
const leastVisible = 0.6
const hiddenSeconds = isFull ? 24 : 2

/** Shared by both ways of covering: the call is the same. */
let openMeeting: Promise<string> | undefined
async function makeOpenMeeting(films: readonly string[]): Promise<string> {
  const path = join(room.root, 'open.mp4')
  await makeMeeting(path, films, { seconds: hiddenSeconds })
  return path
}

/** The positions of the faces are known from the source films, so a face that no detector finds counts as well. */
it.each<Hidden>(['behind something', 'beyond the edge'])(
  'faces that are partly %s are covered',
  { timeout },
  async (hidden) => {
    const films = await faceFilms()
    if (films === null) return
    openMeeting ??= makeOpenMeeting(films)
    const openPath = await openMeeting
    const [path, outputPath] = [join(room.root, 'hidden.mp4'), join(room.root, 'hidden-covered.mp4')]
    await makeMeeting(path, films, { seconds: hiddenSeconds, hidden })
    const repairs = await coverFaces(path, outputPath)
    const bands = new Map<string, { sightings: number; covered: number }>()
    let again = 0
    for (let second = 0; second < hiddenSeconds; second += 1) {
      const [open, before, after] = await Promise.all(
        [openPath, path, outputPath].map((film) => readPictures(film, second)),
      )
      for (const [at, picture] of (open ?? []).entries()) {
        if (at % (isFull ? 2 : 8) > 0) continue
        const [shownPicture, covered] = [before?.[at] ?? picture, after?.[at] ?? picture]
        for (const face of await findFaces(picture)) {
          const sight = sightOf(face, hidden, second + at / meetingRate)
          if (sight.visible <= leastVisible) continue
          const name = sight.visible > 0.999 ? 'all' : sight.visible > 0.8 ? 'most' : 'partly'
          const band = bands.get(name) ?? { sightings: 0, covered: 0 }
          band.sightings += 1
          if (isCovered(shownPicture, covered, sight)) band.covered += 1
          bands.set(name, band)
        }
        again += (await findFaces(covered)).length
      }
    }
    const sum = (of: 'sightings' | 'covered') => [...bands.values()].reduce((all, band) => all + band[of], 0)
    const perBand = [...bands].map(([name, band]) => `${name}=${band.covered}/${band.sightings}`).join(' ')
    process.stdout.write(
      `privacy faces ${hidden}: covered=${(sum('covered') / sum('sightings')).toFixed(4)} (${perBand}) found_again=${again} repairs=${repairs}\n`,
    )
    expect((bands.get('partly')?.sightings ?? 0) + (bands.get('most')?.sightings ?? 0)).toBeGreaterThan(
      isFull ? 100 : 4,
    )
    expect(sum('covered') / sum('sightings')).toBeGreaterThanOrEqual(0.995)
    expect(again / sum('sightings')).toBeLessThanOrEqual(1 / 500)
  },
)
