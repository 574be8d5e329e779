/** What other features may use of search: each indexes its own texts, and asks for its own hits. */

export {
  addSearchEntries,
  deleteSearchEntries,
  deleteSearchSource,
  findProgress,
  foundIn,
  saveProgress,
} from './search.repo.ts'
export { findHighlights, type Highlight } from './search-query.ts'
