/** The bytes of a file, piece by piece. Not every browser can walk through a stream by itself. */
export async function* readBlob(file: Blob): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  const reader = file.stream().getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}
