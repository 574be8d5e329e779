/** CSVs of a small survey. */

export const mapping = { Email: 'Email', Mood: 'Open-ended' }

/** A CSV that matches `mapping`, with one row per person. */
export const makeCsv = (...emails: string[]): string =>
  ['Email,Mood', ...emails.map((email) => `${email},I liked the second half best`)].join('\r\n')

/** One row more than the limit of a part. */
export const makeTooLongCsv = (): string => `Email,Mood\n${'a@example.org,fine\n'.repeat(20_001)}`
