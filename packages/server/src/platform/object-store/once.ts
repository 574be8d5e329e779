/** Remembers the answer, and asks again after a failure. */
export function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined
  return () => {
    answer ??= ask().catch((error: unknown) => {
      answer = undefined
      throw error
    })
    return answer
  }
}
