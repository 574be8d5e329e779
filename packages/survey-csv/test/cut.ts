/** Splits text or bytes into chunks of varying size, like a network. */
import fc from 'fast-check'

/** Chunk lengths, used cyclically. Length 1 splits every multi-byte character, CRLF and doubled quote. */
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
