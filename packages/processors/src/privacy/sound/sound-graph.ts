/** ffmpeg's words for what happens to the sound: silenced, then altered, then beeped. Pure. */

import { beepRate, gateFile, toneFile } from './beep-tracks.ts'
import { voiceFile } from './voice-steps.ts'

export type SoundGraph = {
  /** Of the track. */
  readonly index: number
  /** As the container says; what was filled up or cut while decoding does not count. */
  readonly durationMs: number | null
  readonly channels: 1 | 2
  readonly beeps: boolean
  readonly alters: boolean
  /** The number of the first input that is free: gate and tone. */
  readonly nextInput: number
}

/** Raw sound of our own, in the order gate, tone. */
export const beepInputs: readonly string[] = [gateFile, toneFile].flatMap((name) =>
  [
    ['-protocol_whitelist', 'file', '-f', 's16le', '-ar', String(beepRate), '-ac', '1', '-i', `file:${name}`],
  ].flat(),
)

/** After the vibrato what is left of a voice below and above speech would only help to undo it. */
const altering = [
  `asendcmd=f=${voiceFile}`,
  'rubberband@voice=pitch=0.8',
  // What the vibrato gives first is whatever lay in its memory: that falls on silence, which is cut off again.
  'adelay=20:all=1',
  'vibrato=f=5:d=0.25',
  'atrim=start=0.02',
  'asetpts=PTS-STARTPTS',
  'highpass=f=100',
  'lowpass=f=4500',
].join(',')

/** A short filter is enough for steps and one tone, and costs half: its edges are sharper, too. */
const upwards = 'aresample=48000:filter_size=8'

/** Ends in [sound]. */
export function soundGraph({ index, durationMs, channels, beeps, alters, nextInput }: SoundGraph): string {
  const layout = `aformat=sample_fmts=fltp:sample_rates=48000:channel_layouts=${channels === 1 ? 'mono' : 'stereo'}`
  // Gaps become silence, or sound would run ahead of the pictures and of the transcript.
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
