/** Codes with a form of their own: IBAN, BIC, licence numbers, plates, reference codes. */

import type { Pattern } from './pattern.ts'
import { regex, regexWith, words } from './pattern.ts'

export const iban: Pattern = {
  regex: regexWith('giu')`
    (?<![\p{L}\p{N}])[A-Z]{2}[\s-]?\d{2}(?:[\s-]?[A-Z0-9]{4}){2,7}(?:[\s-]?[A-Z0-9]{1,3})?(?![\p{L}\p{N}])`,
  matches: ['DE89 3704 0044 0532 0130 00', 'gb29nwbk60161331926819'],
  rejects: ['DE8 3704 0044', '1234 5678'],
}
export const bic: Pattern = {
  regex: regexWith('giu')`
    (?<![\p{L}\p{N}])[A-Z]{4}[\s-]?[A-Z]{2}[\s-]?[A-Z0-9]{2}(?:[\s-]?[A-Z0-9]{3})?(?![\p{L}\p{N}])`,
  matches: ['DEUTDEFF', 'DEUT DE FF 500'],
  rejects: ['DEUT1', '12345678'],
}
export const indianBankCode: Pattern = {
  regex: regexWith('giu')`(?<![\p{L}\p{N}])[A-Z]{4}0[A-Z0-9]{6}(?![\p{L}\p{N}])`,
  matches: ['HDFC0001234'],
  rejects: ['HDFC1001234', 'HDFC000123'],
}
export const britishDrivingLicence: Pattern = {
  regex: regexWith('giu')`(?<![\p{L}\p{N}])[A-Z9]{5}\d{6}[A-Z9]{2}[A-Z0-9]{3}(?:\s?\d\d)?(?![\p{L}\p{N}])`,
  matches: ['MORGA657054SM9IJ', 'MORGA657054SM9IJ 35'],
  rejects: ['MORGA65705SM9IJ', '1234567890'],
}
export const accountBefore: Pattern = {
  regex: regex`\b(?:iban|account|konto|cuenta|compte|conto|conta|rekening|transfer\w*|wire|pay|bank)\b`,
  matches: ['my iban is ', 'please transfer it to '],
  rejects: ['my banker ', 'the code is '],
}
const bicNames = words`bic | swift | swift code | bic code | bank code | bank identifier(?: code)?`
export const bicBefore: Pattern = {
  regex: regex`\b(?:${bicNames})(?: (?:number|code|is|of|lautet|es|est|for|my|our|the|bank|=))*\W{0,4}$`,
  matches: ['the bic is ', 'swift code: ', 'bank identifier code of the bank '],
  rejects: ['the code is ', 'swiftly '],
}
/** A word that follows "BIC" and is no bank code. */
export const bicLabel: Pattern = {
  regex: regexWith('i')`^(?:code|number|address)`,
  matches: ['code is my', 'Number'],
  rejects: ['DEUTDEFF'],
}

/** 2023-CV-10442 */
export const referenceCode: Pattern = {
  regex: regexWith('gu')`
    (?<![\p{L}\p{N}-])(?=[A-Z\d/-]{0,40}\d)(?:[A-Z\d]{1,10}[-/]){1,5}[A-Z\d]{1,12}(?![\p{L}\p{N}-])`,
  matches: ['2023-CV-10442', 'A1-B2/C3'],
  rejects: ['AB-CD', '2023', 'a1-b2'],
}
/** 1-800-FLOWERS */
export const vanityPhoneNumber: Pattern = {
  regex: regexWith('gu')`
    (?<![\p{L}\p{N}])(?:1[\s.-]?)?8(?:00|33|44|55|66|77|88)[\s.-][A-Z]{4,10}(?![\p{L}\p{N}])`,
  matches: ['1-800-FLOWERS', '888 TAXI'],
  rejects: ['1-800-555-0100', '700-FLOWERS'],
}
/** LB19 XYZ */
export const britishNumberPlate: Pattern = {
  regex: regexWith('gu')`(?<![\p{L}\p{N}-])[A-Z]{2}\d{2}\s?[A-Z]{3}(?![\p{L}\p{N}])`,
  matches: ['LB19 XYZ', 'LB19XYZ'],
  rejects: ['LB1 XYZ', 'LB19 XY'],
}
