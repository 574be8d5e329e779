/** Reads a body as text; null if it exceeds `maxBytes`. */
export async function readBody(response: Response, maxBytes: number): Promise<string | null> {
  const body: AsyncIterable<Uint8Array> | null = response.body
  if (body === null) return ''
  const chunks: Uint8Array[] = []
  let bytes = 0
  // Leaving the loop cancels the stream. The size is after decompression.
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > maxBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
