/** Writes WAV files. */

export type WavOptions = {
  readonly rate?: number
  readonly channels?: number
  readonly bits?: number
  /** A forged length of the samples. */
  readonly dataBytes?: number
  /** A chunk before the samples, like the one ffmpeg writes with its name. */
  readonly extra?: Buffer
}

export function writeWav(samples: Int16Array, options: WavOptions = {}): Buffer {
  const { rate = 16_000, channels = 1, bits = 16, extra = Buffer.alloc(0) } = options
  const data = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength)
  const format = Buffer.alloc(16)
  format.writeUInt16LE(1, 0)
  format.writeUInt16LE(channels, 2)
  format.writeUInt32LE(rate, 4)
  format.writeUInt32LE((rate * channels * bits) / 8, 8)
  format.writeUInt16LE((channels * bits) / 8, 12)
  format.writeUInt16LE(bits, 14)
  const chunks = [chunk('fmt ', format), extra.length > 0 ? chunk('LIST', extra) : extra]
  const body = Buffer.concat([...chunks, chunk('data', data, options.dataBytes)])
  return Buffer.concat([Buffer.from('RIFF'), uint32(body.length + 4), Buffer.from('WAVE'), body])
}

function chunk(name: string, content: Buffer, saidBytes = content.length): Buffer {
  const padding = Buffer.alloc(content.length % 2)
  return Buffer.concat([Buffer.from(name), uint32(saidBytes), content, padding])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

/** Deterministic noise. */
export function whiteNoise(count: number, amplitude = 8000): Int16Array {
  let state = 1
  return Int16Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state / 2 ** 31 - 1) * amplitude
  })
}
