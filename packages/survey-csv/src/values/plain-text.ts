/** The digit zero of the scripts that exports use for numbers: Arabic, Persian, Devanagari, Bengali, Thai and full-width. */
const zeros = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50, 0xff10]
const otherDigits = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e50-\u0e59\uff10-\uff19]/g

/** The characters that are replaced: most cells have none of them. */
const unusual =
  /[\u00a0\u0600-\u06ff\u0966-\u09ef\u0e50-\u0e59\u2002-\u200f\u202a-\u202f\u205f\u2066-\u2069\u2212\u3000\ufeff\uff08-\uff1a]/

/** Writes digits of other scripts, spaces, minus signs and full-width punctuation as ASCII, and drops direction marks. */
export function plainText(text: string): string {
  if (!unusual.test(text)) return text
  return text
    .replace(otherDigits, asciiDigit)
    .replace(/[\u00a0\u2002-\u200a\u202f\u205f\u3000]/g, ' ')
    .replace(/[\u200b\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .replace(/[\u2212\uff0d]/g, '-')
    .replaceAll('،', ',')
    .replaceAll('٪', '%')
    .replace(/[\uff0f\uff1a\uff0e\uff0c\uff08\uff09]/g, (mark) =>
      String.fromCharCode(mark.charCodeAt(0) - 0xfee0),
    )
}

function asciiDigit(digit: string): string {
  const code = digit.charCodeAt(0)
  const zero = zeros.find((start) => code >= start && code < start + 10) ?? code
  return String(code - zero)
}
