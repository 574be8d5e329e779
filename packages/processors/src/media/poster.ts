import { renderThumbnail } from '../images/render.ts'
import type { Job } from '../job.ts'
import { outputFile } from '../job.ts'
import { runFfmpeg } from './ffmpeg.ts'
import type { MadeRendition } from './rendition.ts'
import { fitWithin } from './rendition-words.ts'

const frameName = 'poster.png'
const longSidePx = 800
const limits = { wallMs: 120_000, cpuSeconds: 60, processes: 32 }
/** Picks the most representative of this many frames, to avoid black frames between scenes. */
const candidates = 24

/** A frame from near the beginning; null if none can be decoded. */
export async function drawPoster(job: Job, made: MadeRendition): Promise<string | null> {
  // Recordings often begin with black frames, titles or set-up.
  const wantedMs = Math.min(made.durationMs / 10, 10_000)
  // The video may end long before the sound.
  const drawn = (await drawFrame(job, made, wantedMs)) || (await drawFrame(job, made, 0))
  return drawn ? renderThumbnail(job, frameName) : null
}

async function drawFrame(job: Job, { demuxer, name }: MadeRendition, startMs: number): Promise<boolean> {
  const filters = `${fitWithin(longSidePx, longSidePx)},thumbnail=${candidates}`
  const end = await runFfmpeg(job, {
    demuxer,
    inputName: name,
    inputOptions: ['-ss', (startMs / 1000).toFixed(3)],
    output: [
      ['-map', '0:v:0', '-frames:v', '1', '-filter:v', filters],
      ['-c:v', 'png', '-f', 'image2', '-update', '1', frameName],
    ].flat(),
    limits,
  })
  return end.kind === 'ok' && (await outputFile(job, frameName)) !== null
}
