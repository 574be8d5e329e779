/** Whether a transcript is in another language than its project. Says nothing when in doubt. */

/** The most frequent words of a language that are rare in the others. */
const frequentWords: Readonly<Record<string, string>> = {
  en: 'the and you that was of is in what this with have they so but know',
  de: 'und ich das ist nicht die der wir auch ein aber war mit sich noch man',
  fr: 'et je pas que est les vous oui dans une des on mais pour avec très',
  es: 'que y no es el los por una sí pero muy lo porque como más yo',
  it: 'che non è di il per un sono come anche ma più della mi questo io',
  pt: 'que não é um uma para eu com mas isso muito então você os são ele',
  nl: 'en ik het niet een van dat ook maar wel dan heb zijn voor naar hebben',
  pl: 'nie to się jest na że tak jak co ale czy ja był dla tym jestem',
  cs: 'to je se na že jsem ale tak jako co byl jsme už jsou tady protože',
  sv: 'och det att jag är inte en som på har vi så men för också var',
}

const wordLists = new Map(
  Object.entries(frequentWords).map(([tag, words]) => [tag, new Set(words.split(' '))] as const),
)
const sampleWords = 5000
const leastWords = 40
const leastLetters = 20

/** `stated` is the language that the file names, `expected` that of the project. */
export function languageDiffers(texts: Iterable<string>, stated: string | null, expected: string): boolean {
  const wanted = languageOf(expected)
  if (wanted === null) return false
  if (stated !== null) return languageOf(stated) !== wanted && languageOf(stated) !== null
  const words = takeWords(texts)
  return hasOtherScript(words, expected) || hasOtherWords(words, wanted)
}

function languageOf(tag: string): string | null {
  try {
    return new Intl.Locale(tag).language
  } catch {
    return null
  }
}

function takeWords(texts: Iterable<string>): string[] {
  const words: string[] = []
  for (const text of texts) {
    words.push(
      ...text
        .slice(0, 20_000)
        .toLowerCase()
        .split(/[^\p{L}\p{M}]+/u)
        .filter(Boolean),
    )
    if (words.length > sampleWords) break
  }
  return words
}

/** Scripts that are written together. */
const mixedScripts: Readonly<Record<string, string>> = {
  Jpan: String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}`,
  Kore: String.raw`\p{Script=Hangul}\p{Script=Han}`,
  Hans: String.raw`\p{Script=Han}`,
  Hant: String.raw`\p{Script=Han}`,
}

function hasOtherScript(words: readonly string[], expected: string): boolean {
  const script = new Intl.Locale(expected).maximize().script
  if (!script) return false
  let letters: RegExp
  try {
    letters = new RegExp(`[${mixedScripts[script] ?? `\\p{Script=${script}}`}]`, 'gu')
  } catch {
    return false
  }
  const text = words.join('')
  const all = text.match(/\p{L}/gu)?.length ?? 0
  return all >= leastLetters && (text.match(letters)?.length ?? 0) * 2 < all
}

function hasOtherWords(words: readonly string[], wanted: string): boolean {
  const own = wordLists.get(wanted)
  if (!own || words.length < leastWords) return false
  const share = (list: ReadonlySet<string>) => words.filter((word) => list.has(word)).length / words.length
  const ownShare = share(own)
  return [...wordLists.values()].some((list) => {
    const other = share(list)
    return other > 0.1 && other > 3 * ownShare
  })
}
