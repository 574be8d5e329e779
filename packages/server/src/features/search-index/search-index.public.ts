/** The search index, for features that index and search their own texts. */

export { deleteTexts } from './delete-texts.ts'
export { enqueueIndexing } from './enqueue-indexing.ts'
export { enqueueUnindexed } from './enqueue-unindexed.ts'
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
} from './search-index.repo.ts'
export { findHighlights, type Highlight } from './search-query.ts'
export { snippetOf } from './snippet.ts'
