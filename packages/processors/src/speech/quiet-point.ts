import { seconds } from './audio.ts'

const frame = seconds(0.1)
const step = seconds(0.02)

/** Finds the middle of the quietest 100 ms, where a cut is least likely to split a word. */
export function quietestPoint(samples: Float32Array): number {
  let best = Math.floor(samples.length / 2)
  let lowest = Number.POSITIVE_INFINITY
  for (let from = 0; from + frame <= samples.length; from += step) {
    let energy = 0
    for (let i = from; i < from + frame; i += 1) energy += (samples[i] ?? 0) ** 2
    // The later of equals, for longer chunks.
    if (energy <= lowest) {
      lowest = energy
      best = from + frame / 2
    }
  }
  return best
}
