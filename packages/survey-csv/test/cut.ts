/** Pieces of a text or of bytes as a network might deliver them. */
import fc from 'fast-check'

/** Lengths of the pieces, over and over: 1 cuts every character of several bytes, every CRLF and every doubled quote. */
export const cuts = fc.oneof(
  { weight: 1, arbitrary: fc.constant([1]) },
  {
    weight: 3,
    arbitrary: fc.array(fc.oneof(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: 60 })), {
      minLength: 1,
      maxLength: 5,
    }),
  },
)

export function* cut<T extends { slice(start: number, end: number): T; length: number }>(
  whole: T,
  lengths: readonly number[],
) {
  let start = 0
  for (let index = 0; start < whole.length; index++) {
    const end = start + (lengths[index % lengths.length] ?? 1)
    yield whole.slice(start, end)
    start = end
  }
}
