/** Ids that encode a position: a response id its part and row, an option id its column. */

/** Exceeds the row limit of a part; a power of two, so that part and row are decoded by shifting. */
export const rowsAPart = 32_768
/** The last part whose response ids fit a PostgreSQL integer. */
export const lastPart = 65_535

export const responseId = (partNumber: number, row: number) => partNumber * rowsAPart + row
export const partOf = (id: number) => id >>> 15
export const rowOf = (id: number) => id & (rowsAPart - 1)

const optionsAColumn = 16_384

export const optionId = (position: number, number: number) => position * optionsAColumn + number
export const positionOf = (id: number) => id >>> 14
export const numberOf = (id: number) => id & (optionsAColumn - 1)

/** Scores are stored like options: 0 means no answer, so an NPS of n is stored as n + 1. */
export const scoreNumber = (score: number) => score + 1
export const scoreOf = (number: number) => number - 1
