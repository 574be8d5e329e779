import { createHash } from 'node:crypto'
import { createReadStream, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

export const checksumsFile = 'SHA256SUMS'

/** In the format of `sha256sum --check`. */
export async function writeChecksums(folder: string): Promise<void> {
  const lines: string[] = []
  for (const name of readdirSync(folder).sort()) {
    if (name === checksumsFile) continue
    const hash = createHash('sha256')
    await pipeline(createReadStream(join(folder, name)), hash)
    lines.push(`${hash.digest('hex')}  ${name}\n`)
  }
  writeFileSync(join(folder, checksumsFile), lines.join(''))
}
