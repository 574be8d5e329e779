import { seconds } from './audio.ts'

const frame = seconds(0.1)
const step = seconds(0.02)

/** The middle of the quietest tenth of a second: where a cut is least likely to go through a word. Pure. */
export function quietestPoint(samples: Float32Array): number {
  let best = Math.floor(samples.length / 2)
  let lowest = Number.POSITIVE_INFINITY
  for (let from = 0; from + frame <= samples.length; from += step) {
    let energy = 0
    for (let i = from; i < from + frame; i += 1) energy += (samples[i] ?? 0) ** 2
    // The later of equals: longer chunks, fewer cuts.
    if (energy <= lowest) {
      lowest = energy
      best = from + frame / 2
    }
  }
  return best
}
