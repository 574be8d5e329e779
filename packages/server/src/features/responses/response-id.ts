/** Numbers that carry their place: a response knows its part and row, an option its column. */

/** More than the rows a part may have; a power of two, so that both halves are read off by shifting. */
export const rowsAPart = 32_768
/** The last part whose responses still have an id that fits an integer. */
export const lastPart = 65_535

export const responseId = (partNumber: number, row: number) => partNumber * rowsAPart + row
export const partOf = (id: number) => id >>> 15
export const rowOf = (id: number) => id & (rowsAPart - 1)

const optionsAColumn = 16_384

export const optionId = (position: number, number: number) => position * optionsAColumn + number
export const positionOf = (id: number) => id >>> 14
export const numberOf = (id: number) => id & (optionsAColumn - 1)

/** A score is kept like an option: 0 means no answer, so an NPS of n has the number n + 1. */
export const scoreNumber = (score: number) => score + 1
export const scoreOf = (number: number) => number - 1
