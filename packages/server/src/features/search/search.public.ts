/** What other features may use of search: each indexes its own texts, and asks for its own hits. */

export { enqueueIndexing } from './enqueue-indexing.ts'
export { enqueueUnindexed } from './enqueue-unindexed.ts'
export {
  addSearchEntries,
  deleteSearchEntries,
  deleteSearchSource,
  findProgress,
  foundIn,
  foundInProjects,
  isNamed,
  type SearchKind,
  saveProgress,
} from './search.repo.ts'
export { findHighlights, type Highlight } from './search-query.ts'
export { snippetOf } from './snippet.ts'
export { forgetTexts } from './texts.repo.ts'
