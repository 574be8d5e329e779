import type { Answer } from './call.ts'

/** A promise of the data that also gives access to the HTTP response. */
export interface ApiPromise<T> extends Promise<T> {
  /** The data with the HTTP response, whose body is consumed, and the request id. */
  withResponse(): Promise<Answer<T>>
}

export function apiPromise<T>(answer: Promise<Answer<T>>): ApiPromise<T> {
  const data = answer.then((it) => it.data)
  return Object.assign(data, {
    withResponse() {
      // The caller handles the rejection of `answer`; without this, that of `data` would be unhandled.
      data.catch(() => {})
      return answer
    },
  })
}
