/** Converts BMP, which sharp does not read, to PNG with ffmpeg. */

import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Result } from '../failures.ts'
import { damaged, tooManyPixels } from '../failures.ts'
import type { Job } from '../job.ts'
import { outputFile, runTool, sourceName } from '../job.ts'
import { maxPixels } from './render.ts'

const imageName = 'decoded.png'

export async function convertBmp(job: Job): Promise<Result<{ imageName: string }>> {
  if ((await readBmpPixels(join(job.workDir, sourceName))) > maxPixels) return tooManyPixels(maxPixels)
  const end = await runTool(job, {
    command: 'ffmpeg',
    args: [
      ['-hide_banner', '-loglevel', 'error', '-nostdin', '-protocol_whitelist', 'file'],
      // Forces the demuxer: otherwise ffmpeg would detect it by content, playlists included.
      ['-max_pixels', String(maxPixels), '-f', 'bmp_pipe', '-i', sourceName],
      ['-frames:v', '1', '-threads', '1', '-c:v', 'png', '-f', 'image2', '-update', '1', imageName],
    ].flat(),
    limits: { wallMs: 60_000, cpuSeconds: 50 },
  })
  if (end.kind === 'failed') return end
  return (await outputFile(job, imageName)) === null ? damaged : { ok: true, imageName }
}

async function readBmpPixels(path: string): Promise<number> {
  await using file = await open(path)
  const { buffer } = await file.read(Buffer.alloc(26), 0, 26, 0)
  return countBmpPixels(buffer)
}

/** OS/2 headers have 16-bit dimensions. A negative height means top-down rows. */
export function countBmpPixels(header: Buffer): number {
  const coreHeaderBytes = 12
  if (header.readUInt32LE(14) === coreHeaderBytes) return header.readUInt16LE(18) * header.readUInt16LE(20)
  return Math.abs(header.readInt32LE(18) * header.readInt32LE(22))
}
