/** Reads a file in chunks. Not every browser supports async iteration of streams. */
export async function* readBlob(file: Blob): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  const reader = file.stream().getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}
