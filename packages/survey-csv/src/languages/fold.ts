const letters: Readonly<Record<string, string>> = {
  ı: 'i',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ё: 'е',
}

/** Lower case without accents: people type `PRENOM` and `Correo electronico` as well. */
export function foldText(text: string): string {
  const lower = text.toLowerCase()
  if (!/[\u0080-\uffff]/.test(lower)) return lower
  return lower
    .normalize('NFD')
    .replace(/([\p{Script=Latin}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}])\p{M}+/gu, '$1')
    .normalize('NFC')
    .replace(/[ıłøđßæœё]/g, (letter) => letters[letter] ?? letter)
}
