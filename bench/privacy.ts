/**
 * CPU time of each privacy setting for one minute of a recorded call in 720p, including detection and verification,
 * as a ratio to a plain ffmpeg encoding of the same minute in the same run.
 */
import { chmod, copyFile, mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  endedProgramsCpuMs,
  localEngine,
  type PrivacySettings,
  planPrivacy,
  probeSandbox,
  renderPrivacy,
  type Segment,
  withWorkDir,
} from '@inlet/processors'
import { ffmpeg } from '@inlet/server/test/harness/recordings.ts'
import { faceFilms, makeMeeting } from '../packages/processors/test/faces.ts'
import { modelsFolder } from '../scripts/models/folder.ts'

const seconds = 20
const encoding = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-c:a', 'aac', '-b:a', '128k']

const settings: Record<string, PrivacySettings> = {
  remove_video: { remove_video: true },
  remove_audio: { remove_audio: true },
  blank_video: { blank_video: true },
  blur_entire_video: { anonymize_video: 'blur_entire_video' },
  video_name_blur: { video_name_blur: true },
  blur_faces: { anonymize_video: 'blur_faces' },
  audio_modulation: { audio_modulation: true },
  redact_pii: { redact_pii: true },
}

async function makeCall(path: string): Promise<string> {
  const films = await faceFilms()
  if (films !== null) {
    await makeMeeting(path, films, { seconds })
    return 'faces'
  }
  const inputs = ['-f', 'lavfi', '-i', 'testsrc2=s=1280x720:r=25', '-f', 'lavfi', '-i', 'sine=300:r=48000']
  await ffmpeg(...inputs, '-t', String(seconds), ...encoding, path)
  return 'no_faces'
}

export async function run(): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'inlet-bench-'))
  await chmod(dir, 0o711)
  try {
    const sandbox = await probeSandbox({ workRoot: dir })
    const path = join(dir, 'call.mp4')
    const kind = await makeCall(path)
    const engine = localEngine({ modelsDir: modelsFolder })
    const cpu = async (work: () => Promise<unknown>) => {
      const before = await endedProgramsCpuMs()
      await work()
      return (((await endedProgramsCpuMs()) - before) / 1000) * (60 / seconds)
    }
    const secrets = [2, 6, 10, 14].map((at) => ({
      startMs: at * 1000,
      endMs: at * 1000 + 600,
      text: 'nobody',
      isApproximate: true,
    }))
    const render = (wanted: PrivacySettings) =>
      withWorkDir(dir, async (workDir) => {
        const inputPath = join(workDir, 'source')
        await copyFile(path, inputPath)
        const result = await renderPrivacy({
          sandbox,
          workDir,
          inputPath,
          contentType: 'video/mp4',
          modelsDir: modelsFolder,
          plan: planPrivacy(wanted),
          secrets,
          spoken: [],
          transcribe: async (wavPath) => {
            const transcript: Segment[] = []
            await engine.transcribe({ wavPath, onChunk: ({ segments }) => void transcript.push(...segments) })
            return transcript
          },
        })
        if (!result.ok) throw new Error(result.failure.message)
      })
    const plainWords = ['-threads', '1', '-i', path, '-threads', '1', ...encoding, join(dir, 'plain.mp4')]
    const plain = await cpu(() => ffmpeg(...plainWords))
    console.log(`cores=${cpus().length} call=${kind} plain_cpu_s_per_minute=${plain.toFixed(1)}`)
    const ratios: string[] = []
    for (const [name, wanted] of Object.entries(settings)) {
      const ours = await cpu(() => render(wanted))
      console.log(`${name} cpu_s_per_minute=${ours.toFixed(1)} ratio=${(ours / plain).toFixed(2)}`)
      ratios.push(`${name}=${(ours / plain).toFixed(2)}`)
    }
    console.log(`privacy ${ratios.join(' ')}`)
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}
