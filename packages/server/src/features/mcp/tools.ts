/** All tools, in the order in which they are listed. */
import { getDocument } from './get-document.ts'
import { getSurveyResults } from './get-survey-results.ts'
import { getTranscript } from './get-transcript.ts'
import { listMaterials } from './list-materials.ts'
import { listProjects } from './list-projects.ts'
import { listSurveyAnswers } from './list-survey-answers.ts'
import { search } from './search.ts'
import type { Tool } from './tool.ts'

export const tools: readonly Tool[] = [
  listProjects,
  listMaterials,
  search,
  getTranscript,
  getDocument,
  getSurveyResults,
  listSurveyAnswers,
]
