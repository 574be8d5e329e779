/** Builds ffmpeg's audio filter graph: mute, then alter the voice, then beep. */

import { beepRate, gateFile, toneFile } from './beep-tracks.ts'
import { voiceFile } from './voice-steps.ts'

export type SoundGraph = {
  /** Of the audio track. */
  readonly index: number
  /** As the container states, not counting padding or trimming by the decoder. */
  readonly durationMs: number | null
  readonly channels: 1 | 2
  readonly beeps: boolean
  readonly alters: boolean
  /** The index of the first free input, for gate and tone. */
  readonly nextInput: number
}

/** Raw audio files, in the order gate, tone. */
export const beepInputs: readonly string[] = [gateFile, toneFile].flatMap((name) =>
  [
    ['-protocol_whitelist', 'file', '-f', 's16le', '-ar', String(beepRate), '-ac', '1', '-i', `file:${name}`],
  ].flat(),
)

/** Frequencies outside speech would only help to reverse the vibrato. */
const altering = [
  `asendcmd=f=${voiceFile}`,
  'rubberband@voice=pitch=0.8',
  // The vibrato first outputs uninitialized memory: it falls on padding that is trimmed again.
  'adelay=20:all=1',
  'vibrato=f=5:d=0.25',
  'atrim=start=0.02',
  'asetpts=PTS-STARTPTS',
  'highpass=f=100',
  'lowpass=f=4500',
].join(',')

/** A short filter suffices for a gate and a single tone, costs half and has sharper edges. */
const upwards = 'aresample=48000:filter_size=8'

/** Ends in [sound]. */
export function soundGraph({ index, durationMs, channels, beeps, alters, nextInput }: SoundGraph): string {
  const layout = `aformat=sample_fmts=fltp:sample_rates=48000:channel_layouts=${channels === 1 ? 'mono' : 'stereo'}`
  // Gaps become silence; otherwise the sound would run ahead of the picture and the transcript.
  const steps = [`[0:${index}]aresample=48000:async=1:first_pts=0,${layout}[plain]`]
  let last = 'plain'
  if (beeps) {
    steps.push(`[${nextInput}:a]${upwards},${layout}[gate]`, `[${last}][gate]amultiply[gated]`)
    last = 'gated'
  }
  if (alters) {
    steps.push(`[${last}]${altering},${layout}[altered]`)
    last = 'altered'
  }
  if (beeps) {
    steps.push(`[${nextInput + 1}:a]${upwards},${layout}[tone]`)
    steps.push(`[${last}][tone]amix=inputs=2:duration=first:normalize=0[beeped]`)
    last = 'beeped'
  }
  const seconds = durationMs === null ? null : (durationMs / 1000).toFixed(3)
  const length = seconds === null ? 'anull' : `apad=whole_dur=${seconds},atrim=end=${seconds}`
  return [...steps, `[${last}]${length}[sound]`].join(';')
}
