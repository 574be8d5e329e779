import { expect, it, vi } from 'vitest'
import { openSamples } from '../../test/samples.ts'

// Allows for slow CI runners.
vi.setConfig({ testTimeout: 60_000 })

const samples = openSamples()

/** Labels use the encoding names of editors; a file that is valid in two encodings lists both. */
function encodingsOf(label: string): string[] {
  const names = label.split('/').map((name) => name.replace('-sig', '').replace('mac-roman', 'macintosh'))
  return names.map((name) => (name === 'iso-8859-1' ? 'windows-1252' : name))
}

it.runIf(samples.length > 0)('detects encoding, delimiter and header rows of every sample', async () => {
  const wrong: string[] = []
  const right = { encodings: 0, delimiters: 0, headers: 0 }
  for (const { file, label, open } of samples) {
    const survey = await open()
    const rows = (await Array.fromAsync(survey.responses)).flat()
    const judge = (kind: keyof typeof right, isRight: boolean) => {
      if (isRight) right[kind]++
      else wrong.push(`${file}: ${kind}`)
    }
    judge('encodings', encodingsOf(label.encoding).includes(survey.encoding()))
    judge('delimiters', survey.delimiter === label.delimiter)
    judge('headers', survey.header.count === label.header_rows)
    expect(survey.names, file).toHaveLength(label.columns.length)
    expect(new Set(survey.names).size, file).toBe(survey.names.length)
    expect(rows.length, file).toBeGreaterThan(0)
  }
  const { encodings, delimiters, headers } = right
  console.info(
    `Correct in ${samples.length} samples: ${encodings} encodings, ${delimiters} delimiters, ${headers} header rows`,
  )
  expect(wrong).toEqual([])
})
