import type { CompletedInsight, getInsight, listInsights, RouteResponse } from '@inlet/contract'
import type { Static } from 'typebox'
import { insightType, processingStatus } from './insight.state.ts'
import type { Insight, InsightItem } from './insights.repo.ts'

export function viewInsight(
  insight: Insight,
  thumbnailUrl: string | null,
): RouteResponse<typeof getInsight, 200> {
  return {
    insight_key: insight.key,
    name: insight.name,
    processing_status: processingStatus(insight.phase),
    insight_state: insight.state,
    insight_type: insightType(insight.extension),
    thumbnail_image: thumbnailUrl,
    created_at: insight.created_at.toISOString(),
    ...(insight.failure_message !== null && { error_reason: insight.failure_message }),
  }
}

export function viewInsightItem(
  item: InsightItem,
): RouteResponse<typeof listInsights, 200>['insights'][number] {
  return {
    insight_key: item.key,
    name: item.name,
    project_id: item.project_id,
    processing_status: processingStatus(item.phase),
    created_at: new Date(item.created_at).toISOString(),
  }
}

/** What complete answers to every call but the one that started the processing. */
export function completedInsight({ key, phase }: Insight): Static<typeof CompletedInsight> {
  if (phase === 'completed' || phase === 'failed') return { insight_key: key, status: phase }
  return {
    insight_key: key,
    status: 'processing',
    message: 'This upload is already processing. Ask for its status until it is completed or failed.',
  }
}
