/** The search index, for features that index and search their own texts. */

export { deleteTexts } from './delete-texts.ts'
export { enqueueIndexing } from './enqueue-indexing.ts'
export { enqueueUnindexed } from './enqueue-unindexed.ts'
export { reindexSegments } from './reindex-segments.ts'
export { reindexTexts } from './reindex-texts.ts'
export {
  addSearchEntries,
  deletePositionEntries,
  deleteProjectEntries,
  deleteSearchEntries,
  deleteSearchSources,
  findProgress,
  foundIn,
  foundInProjects,
  isNamed,
  type SearchKind,
  saveProgress,
  toPrefixQuery,
} from './search-index.repo.ts'
export { findHighlights, type Highlight } from './search-query.ts'
export {
  allForms,
  contentTerms,
  eachForm,
  highlightedWords,
  readTerms,
  type SearchTerm,
  searchedWords,
  someForms,
} from './search-terms.ts'
export { snippetOf } from './snippet.ts'
