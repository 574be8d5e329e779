/** The query for one page of matching responses. */
import { listSurveyResponses } from '@inlet/contract/workspace'
import { queryOf } from '../../api/queries.ts'
import type { SurveySearch } from './survey-filter.ts'
import { rowsPerPage } from './table-window.ts'

export const responsePage = (uploadKey: string, search: SurveySearch, page: number) =>
  queryOf(listSurveyResponses, {
    params: { upload_key: uploadKey },
    query: { ...search, offset: page * rowsPerPage, limit: rowsPerPage },
  })
