/** Labels such as [name], which replace personal data in the transcript of a protected recording. */

const label = /\[[a-z]+(?:-[a-z]+)*\]/g

const labelsOf = (text: string): string[] => text.match(label) ?? []

/** Whether the labels of a text are still there, in the same order. Others may be added. */
export function keepsLabels(before: string, after: string): boolean {
  const kept = labelsOf(after).values()
  return labelsOf(before).every((one) => {
    for (const other of kept) if (other === one) return true
    return false
  })
}

/** Whether somebody has redacted more. */
export const addsLabels = (before: string, after: string): boolean =>
  labelsOf(after).length > labelsOf(before).length

/** Applies a change to everything but the labels. */
export function changeAroundLabels(text: string, change: (part: string) => string): string {
  const labels = labelsOf(text)
  return text
    .split(label)
    .map((part, index) => change(part) + (labels[index] ?? ''))
    .join('')
}
