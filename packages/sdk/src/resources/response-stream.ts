/** Reads a stream of responses, one JSON object per line, whose last line says how many there were. */
import type { ResultResponse } from '../contract.ts'
import { InletError } from '../errors.ts'

export async function* readResponseLines(
  body: ReadableStream<Uint8Array> | null,
): AsyncGenerator<ResultResponse, void, undefined> {
  let count = 0
  for await (const line of linesOf(body)) {
    const value = JSON.parse(line) as ResultResponse | { end: true; count: number }
    if ('end' in value) {
      if (value.count !== count) break
      return
    }
    count += 1
    yield value
  }
  throw new InletError(
    `The stream of responses ended early, after ${count} of them. Read it again, or page by page with surveys.responses.`,
    { code: 'stream_interrupted' },
  )
}

/** Without the last line if it has no line break, because it may be cut off. */
async function* linesOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<string, void, undefined> {
  const reader = body?.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader()
  let rest = ''
  try {
    while (reader) {
      const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }))
      if (done || value === undefined) return
      const lines = (rest + value).split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
  } finally {
    await reader?.cancel().catch(() => {})
  }
}
