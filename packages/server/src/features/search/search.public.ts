/** What other features may use of search: each indexes its own texts, and asks for its own hits. */

export { deleteTexts } from './delete-texts.ts'
export { enqueueIndexing } from './enqueue-indexing.ts'
export { enqueueUnindexed } from './enqueue-unindexed.ts'
export {
  addSearchEntries,
  deleteSearchEntries,
  deleteSearchSources,
  findProgress,
  foundIn,
  foundInProjects,
  isNamed,
  type SearchKind,
  saveProgress,
} from './search.repo.ts'
export { findHighlights, type Highlight } from './search-query.ts'
export { snippetOf } from './snippet.ts'
