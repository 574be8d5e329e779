/** Recognizes numbers as people and tools of any locale write them: `1,234.5`, `1.234,5`, `1 234,5`, `1’234.5`, `12,50 €`. */
import { plainText } from './plain-text.ts'

const currencies =
  'EUR|USD|GBP|CHF|BRL|PLN|CZK|SEK|NOK|DKK|HUF|RON|RUB|UAH|TRY|JPY|CNY|KRW|R\\$|US\\$|kr\\.?|zł|Kč|Ft|lei|TL|Fr\\.?|руб\\.?|р\\.|грн\\.?|円|元|원'
const number = new RegExp(
  `^[+-]?(?:[%$€£¥₽₴₺₩₹]|${currencies})?\\s?[+-]?\\d+(?:[.,'’٫٬ ]\\d+)*\\s?(?:[%$€£¥₽₴₺₩₹]|${currencies})?$`,
  'i',
)
const maxNumberChars = 30

export function isNumber(value: string): boolean {
  return value.length < maxNumberChars && number.test(plainText(value))
}

/** Also with zeros after the decimal point or comma, as spreadsheets write whole numbers. */
export function isInteger(value: string): boolean {
  return (
    /^[+-]?\d{1,9}(?:[.,]0+)?$/.test(value) ||
    (value.length < maxNumberChars && /^[+-]?\d{1,9}$/.test(plainText(value)))
  )
}

/** The value of a number on a scale, with a decimal point or comma; NaN for amounts with a currency or grouped digits. */
export function readNumber(value: string): number {
  return Number(plainText(value).replace(/^([+-]?\d+),(?!000$)(\d+)$/, '$1.$2'))
}
