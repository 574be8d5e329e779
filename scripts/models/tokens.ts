/** The vocabulary of Moonshine (Llama's, plus numbered special tokens) in the format of the engine. Pure. */

const specials = ['<unk>', '<s>', '</s>']
const byteTokens = 256
const llamaTokens = 32_000
const allTokens = 32_768

/**
 * Parses the list from the tokenizer's source, so that no code of a data package is executed. A line contains the
 * token's bytes in base64 and its number.
 */
export function buildTokens(tokenizerSource: string): string {
  const encoded = /^const llama_vocab_base64 = "([A-Za-z0-9+/=]+)"/m.exec(tokenizerSource)?.[1]
  if (encoded === undefined) throw new Error('the tokenizer contains no vocabulary')
  const words = Buffer.from(encoded, 'base64').toString('utf8').split('\n')
  const lines = Array.from(
    { length: allTokens },
    (_, id) => `${tokenBytes(words, id).toString('base64')} ${id}`,
  )
  return `${lines.join('\n')}\n`
}

function tokenBytes(words: readonly string[], id: number): Buffer {
  const special = specials[id]
  if (special !== undefined) return Buffer.from(special)
  // <0x00> to <0xFF> in the list stand for single bytes.
  const byte = id - specials.length
  if (byte < byteTokens) return Buffer.from([byte])
  const word = id < llamaTokens ? words[id] : `<<ST_${id - llamaTokens}>>`
  if (word === undefined) throw new Error(`the vocabulary has no token ${id}`)
  return Buffer.from(word)
}
