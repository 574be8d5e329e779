/** The query for one page of matching responses. */
import { listSurveyResponses } from '@inlet/contract/workspace'
import { queryOf } from '../../api/queries.ts'
import type { ResponsesSearch } from './response-sort.ts'
import { rowsPerPage } from './table-window.ts'

export const responsePage = (uploadKey: string, search: ResponsesSearch, page: number) =>
  queryOf(listSurveyResponses, {
    params: { upload_key: uploadKey },
    query: { ...search, offset: page * rowsPerPage, limit: rowsPerPage },
  })
