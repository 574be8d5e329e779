/** Check digits of card, account and routing numbers. */

/** Payment cards (ISO/IEC 7812). */
export function isLuhn(digits: string): boolean {
  let sum = 0
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index])
    const doubled = index % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return digits.length > 0 && sum % 10 === 0
}

/** International account numbers (ISO 13616, modulo 97). */
export function isIban(text: string): boolean {
  const compact = text.replace(/[\s-]/g, '').toUpperCase()
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(compact)) return false
  let rest = 0
  for (const sign of compact.slice(4) + compact.slice(0, 4)) {
    const value = Number.parseInt(sign, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest === 1
}

/** ABA routing numbers of US banks. */
export function isAba(digits: string): boolean {
  if (!/^(?:0\d|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)\d{7}$/.test(digits)) return false
  const weights = [3, 7, 1]
  let sum = 0
  for (let index = 0; index < 9; index += 1) sum += Number(digits[index]) * (weights[index % 3] ?? 0)
  return sum % 10 === 0
}
