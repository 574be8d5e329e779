/** Pages of text in a language, made of the names that the Unicode locale data has for regions, languages and currencies. */

const lettersPerPage = 1_200

export function pagesOfNames(locale: string, count: number): string[] {
  const names = namesIn(locale)
  const pages: string[] = []
  let next = 0
  while (pages.length < count) {
    const sentences: string[] = []
    let letters = 0
    while (letters < lettersPerPage) {
      // Steps that share no factor with the number of names reach all of them in another order each time.
      const words = Array.from({ length: 4 }, () => names[(next++ * 37) % names.length] ?? '')
      const sentence = `${words.join(', ')}.`
      sentences.push(sentence)
      letters += sentence.length
    }
    pages.push(`${sentences.join('\n\n')}\n`)
  }
  return pages
}

function namesIn(locale: string): string[] {
  const names = (type: 'region' | 'language' | 'currency', codes: readonly string[]) => {
    const display = new Intl.DisplayNames(locale, { type, fallback: 'none' })
    return codes.map((code) => display.of(code)).filter((name) => name !== undefined)
  }
  const found = [
    ...names(
      'region',
      pairs(letters, letters).map((code) => code.toUpperCase()),
    ),
    ...names('language', pairs(letters, letters)),
    ...names('currency', Intl.supportedValuesOf('currency')),
  ]
  // Without digits and codes, which are the same in every language.
  const distinct = [...new Set(found)].filter((name) => /^[\p{L}\p{M} ’'-]{4,40}$/u.test(name))
  while (distinct.length % 37 === 0) distinct.pop()
  return distinct
}

const letters = 'abcdefghijklmnopqrstuvwxyz'
const pairs = (first: string, second: string) =>
  Array.from(first).flatMap((one) => Array.from(second).map((other) => one + other))
