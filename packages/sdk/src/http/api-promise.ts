import type { Answer } from './call.ts'

/** What a method returns: a promise of the data, which can also tell about the answer that brought it. */
export interface ApiPromise<T> extends Promise<T> {
  /** The data with the HTTP response (its body is read) and the request id. */
  withResponse(): Promise<Answer<T>>
}

export function apiPromise<T>(answer: Promise<Answer<T>>): ApiPromise<T> {
  const data = answer.then((it) => it.data)
  return Object.assign(data, {
    withResponse() {
      // The failure reaches the caller through the answer; without this it would count as unhandled as well.
      data.catch(() => {})
      return answer
    },
  })
}
