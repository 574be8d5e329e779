import { expect, it } from 'vitest'
import { openSamples } from '../../test/samples.ts'

const samples = openSamples()

/** Labels name encodings as editors do; one file fits two of them. */
function encodingsOf(label: string): string[] {
  const names = label.split('/').map((name) => name.replace('-sig', '').replace('mac-roman', 'macintosh'))
  return names.map((name) => (name === 'iso-8859-1' ? 'windows-1252' : name))
}

it.runIf(samples.length > 0)('reads every sample to the end as it was written', async () => {
  for (const { file, label, open } of samples) {
    const survey = await open()
    const rows = (await Array.fromAsync(survey.responses)).flat()
    expect(encodingsOf(label.encoding), file).toContain(survey.encoding())
    expect(survey.delimiter, file).toBe(label.delimiter)
    expect(survey.header.count, file).toBe(label.header_rows)
    expect(survey.names, file).toHaveLength(label.columns.length)
    expect(new Set(survey.names).size, file).toBe(survey.names.length)
    expect(rows.length, file).toBeGreaterThan(0)
  }
})
