import { parse } from 'csv-parse/sync'
import { expect, it } from 'vitest'
import { isFull } from '../../test/rounds.ts'
import { openSurvey } from './open-survey.ts'

const header = 'id,submitted,satisfied,again,score,when,email,region\n'
const rows = {
  ASCII:
    '12345,2025-01-02 10:11:12,Very satisfied,Yes,9,Mostly in the morning before work,anna@example.org,South\n',
  'UTF-8':
    '12345,2025-01-02 10:11:12,Sehr zufrieden,Ja,9,„Früh, gleich nach dem Aufstehen“,anna@example.org,Süden\n'.replace(
      /„.*“/,
      '"$&"',
    ),
}

function table(row: string, megabytes: number) {
  const responses = Math.floor((megabytes * 1e6) / new TextEncoder().encode(row).length)
  return { responses, bytes: new TextEncoder().encode(header + row.repeat(responses)) }
}

/** Measures CPU time, which other processes affect less than elapsed time. */
async function megabytesPerSecond(
  { bytes, responses }: ReturnType<typeof table>,
  count: (bytes: Uint8Array) => Promise<number> | number,
) {
  const before = process.cpuUsage()
  const counted = await count(bytes)
  const { user, system } = process.cpuUsage(before)
  expect(counted).toBe(responses)
  return bytes.length / (user + system)
}

async function countOurs(bytes: Uint8Array): Promise<number> {
  const survey = await openSurvey([bytes], { maxRows: Number.MAX_SAFE_INTEGER })
  let count = 0
  for await (const batch of survey.responses) count += batch.length
  return count
}

it.each(Object.entries(rows))(
  'reads 41 MB of %s at least 1.5 times as fast as csv-parse',
  async (kind, row) => {
    const large = table(row, 41)
    // csv-parse is slower, so it reads a smaller file in a short run.
    const smaller = isFull ? large : table(row, 6)
    const ours = await megabytesPerSecond(large, countOurs)
    const theirs = await megabytesPerSecond(smaller, (bytes) => parse(bytes, { bom: true }).length - 1)
    console.info(`${kind}: ${ours.toFixed(0)} MB/s, csv-parse ${theirs.toFixed(0)} MB/s (CPU time)`)
    expect(ours).toBeGreaterThan(theirs * 1.5)
  },
  120_000,
)
