const special: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
}

/** Lower case, without accents, with a plain apostrophe: the form of the words in the word lists. */
export function fold(text: string): string {
  const lower = text.toLowerCase()
  if (!/[^\n -~]/.test(lower)) return lower
  return lower
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[’ʼ]/g, "'")
    .replace(/[ßøłđðþæœı]/g, (letter) => special[letter] ?? letter)
}
