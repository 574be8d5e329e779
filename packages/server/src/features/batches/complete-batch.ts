import { completeFile, completeInsight, completeSurvey } from '@inlet/contract'
import { invalidField } from '../../platform/errors.ts'
import { type BatchItem, batchedCall } from '../../platform/http/batched-call.ts'
import { completeFileHandlers } from '../files/files.public.ts'
import { completeInsightHandlers } from '../insights/insights.public.ts'
import { completeSurveyHandlers } from '../surveys/surveys.public.ts'

export type CompleteBatchDeps = Parameters<typeof completeInsightHandlers>[0] &
  Parameters<typeof completeFileHandlers>[0] &
  Parameters<typeof completeSurveyHandlers>[0]

/** The call of each kind of item. */
export function completeBatchCalls(deps: CompleteBatchDeps) {
  return {
    insight: batchedCall(completeInsight, completeInsightHandlers(deps), (item) => ({
      insight_key: readKey(item),
    })),
    file: batchedCall(completeFile, completeFileHandlers(deps), (item) => ({ wav_key: readKey(item) })),
    survey: batchedCall(completeSurvey, completeSurveyHandlers(deps), (item) => ({
      upload_key: readKey(item),
    })),
  }
}

function readKey({ key }: BatchItem): string {
  if (key === undefined) throw invalidField('key', 'is required')
  if (typeof key !== 'string') throw invalidField('key', 'must be a string')
  return key
}
