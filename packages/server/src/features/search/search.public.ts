/** Search, for other features. */
export { boundSearches, type RunSearch } from './bound-search.ts'
export { type PassageRow, searchPassages } from './search-passages.ts'
