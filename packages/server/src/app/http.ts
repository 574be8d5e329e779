/** Builds the HTTP server of the api: public routes, the import API in its guarded scope, and the workspace. */

import swagger from '@fastify/swagger'
import * as contract from '@inlet/contract'
import type { FastifyInstance } from 'fastify'
import { batchRoutes } from '../features/batches/batches.routes.ts'
import { bundleRoutes } from '../features/bundles/bundles.routes.ts'
import { createStatusWaits } from '../features/changes/status-waits.ts'
import { erasureRoutes } from '../features/erasures/erasures.routes.ts'
import { createEventWaits } from '../features/events/event-waits.ts'
import { eventRoutes } from '../features/events/events.routes.ts'
import { exportRoutes } from '../features/exports/exports.routes.ts'
import { fileManageRoutes } from '../features/files/files.manage.routes.ts'
import { fileRoutes } from '../features/files/files.routes.ts'
import { insightManageRoutes } from '../features/insights/insights.manage.routes.ts'
import { insightRoutes } from '../features/insights/insights.routes.ts'
import { reportMetrics } from '../features/maintenance/metrics/report-metrics.ts'
import { mcpPath, mcpRoutes, metadataRoutes } from '../features/mcp/mcp.routes.ts'
import { projectManageRoutes } from '../features/projects/projects.manage.routes.ts'
import { projectRoutes } from '../features/projects/projects.routes.ts'
import { resultRoutes } from '../features/results/results.routes.ts'
import { surveyManageRoutes } from '../features/surveys/surveys.manage.routes.ts'
import { surveyRoutes } from '../features/surveys/surveys.routes.ts'
import { tokenRoutes } from '../features/tokens/tokens.routes.ts'
import { trashRoutes } from '../features/trash/trash.routes.ts'
import { webhookRoutes } from '../features/webhooks/webhooks.routes.ts'
import { commaList } from '../platform/config/config.ts'
import { healthRoutes, type Readiness } from '../platform/http/health.ts'
import { guardKeyScope, importAllowance, readAllowance } from '../platform/http/import-scope.ts'
import { createLongPolls } from '../platform/http/long-polls.ts'
import { openApiOptions } from '../platform/http/openapi.ts'
import { createServer, refuseOtherMethods } from '../platform/http/server.ts'
import { reportProcess } from '../platform/telemetry/process-info.ts'
import type { Deps } from './deps.ts'
import { docsRoutes } from './docs.routes.ts'
import { apiReadiness } from './readiness.ts'
import { addWorkspace, workspaceContract } from './workspace.ts'

/** Every operation of the import API that is served. */
export const importContract: readonly contract.Route[] = [
  contract.issueToken,
  contract.listProjects,
  contract.createProject,
  contract.initializeInsight,
  contract.completeInsight,
  contract.getInsight,
  contract.listInsights,
  contract.initializeFile,
  contract.completeFile,
  contract.getFile,
  contract.listFiles,
  contract.initializeSurvey,
  contract.completeSurvey,
  contract.getSurvey,
  contract.retryPart,
  contract.withdrawPart,
  contract.appendSurvey,
  contract.registerMedia,
  contract.retryMedia,
  contract.withdrawMedia,
  contract.retypeColumn,
  contract.listSurveys,
  contract.initializeBatch,
  contract.completeBatch,
  contract.getBatchStatus,
  contract.initializeBundle,
  contract.completeBundle,
  contract.getBundle,
  ...Object.values(contract.insightUpload),
  ...Object.values(contract.fileUpload),
  ...Object.values(contract.mediaUpload),
  ...Object.values(contract.volumeUpload),
  contract.listManagedProjects,
  contract.getProjectRecord,
  contract.updateProject,
  contract.updateInsight,
  contract.updateFile,
  contract.updateSurvey,
  contract.deleteProject,
  contract.restoreProject,
  contract.deleteInsight,
  contract.restoreInsight,
  contract.deleteFile,
  contract.restoreFile,
  contract.deleteSurvey,
  contract.restoreSurvey,
  contract.deleteMedia,
  contract.restoreMedia,
  contract.listTrash,
  contract.eraseRespondent,
  contract.getErasure,
  contract.listEvents,
  contract.createWebhook,
  contract.listWebhooks,
  contract.getWebhook,
  contract.updateWebhook,
  contract.deleteWebhook,
  contract.rotateWebhookSecret,
  contract.testWebhook,
  contract.listDeliveries,
  contract.redeliver,
  contract.redeliverSince,
  contract.createExport,
  contract.listExports,
  contract.getExport,
  contract.deleteExport,
  contract.getInsightRecord,
  contract.listInsightPages,
  contract.getInsightText,
  contract.getInsightUrls,
  contract.getFileRecord,
  contract.getFileTranscript,
  contract.listFilePages,
  contract.getFileText,
  contract.getFileUrls,
  contract.getSurveyRecord,
  contract.listResultColumns,
  contract.listResultResponses,
  contract.getSurveyResults,
  contract.listResultRespondents,
  contract.listResultMedia,
  contract.getMediaRecord,
  contract.getMediaTranscript,
  contract.getMediaUrls,
  contract.listResultParticipants,
  contract.getResultParticipant,
]

export async function buildHttp(
  deps: Deps,
  readiness: Readiness = { isStopping: false },
): Promise<FastifyInstance> {
  const { config, log, metrics } = deps
  const trustedProxies = commaList(config.INLET_TRUST_PROXY)
  const isHttps = deps.publicUrl.startsWith('https:')
  const app = createServer({ log, metrics, trustedProxies, tracer: deps.tracer, isHttps })
  await app.register(swagger, openApiOptions(deps.publicUrl, importContract))
  reportMetrics(metrics.registry, deps.db)
  reportProcess(metrics.registry, 'inlet-api')
  healthRoutes(app, { metrics, readiness, checks: apiReadiness(deps) })
  docsRoutes(app, () => app.swagger())
  app.get('/openapi.json', { schema: { hide: true } as object }, () => app.swagger())
  app.get('/.well-known/jwks.json', { schema: { hide: true } as object }, async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=60').send(await deps.tokens.jwks()),
  )
  await app.register(async (scope) => tokenRoutes(scope, { ...deps, db: deps.authDb }))
  await addImports(app, deps)
  metadataRoutes(app, deps)
  await app.register(async (scope) => {
    const allowance = readAllowance(config.INLET_READ_RATE_LIMIT_PER_MINUTE)
    mcpRoutes(scope, { ...deps, allowance })
  })
  await addWorkspace(app, deps)
  refuseOtherMethods(app, [...importContract, ...workspaceContract, { method: 'POST', path: mcpPath }])
  return app
}

async function addImports(app: FastifyInstance, deps: Deps): Promise<void> {
  const { config, authenticator, limiter, metrics } = deps
  const { listen } = deps.notifications
  const polls = createLongPolls()
  // Calls that wait would keep the server from closing.
  app.addHook('preClose', async () => polls.close())
  const statusWaits = createStatusWaits({ listen, polls })
  const eventWaits = createEventWaits({ listen, polls })
  await app.register(async (scope) => {
    const allowance = importAllowance(config.INLET_RATE_LIMIT_PER_MINUTE)
    guardKeyScope(scope, { authenticator, limiter, allowance, metrics })
    projectRoutes(scope, deps)
    insightRoutes(scope, { ...deps, statusWaits })
    fileRoutes(scope, { ...deps, statusWaits })
    surveyRoutes(scope, { ...deps, statusWaits })
    batchRoutes(scope, { ...deps, statusWaits })
    bundleRoutes(scope, { ...deps, eventWaits })
  })
  await app.register(async (scope) => {
    const allowance = readAllowance(config.INLET_READ_RATE_LIMIT_PER_MINUTE)
    guardKeyScope(scope, { authenticator, limiter, allowance, metrics })
    projectManageRoutes(scope, deps)
    insightManageRoutes(scope, deps)
    fileManageRoutes(scope, deps)
    surveyManageRoutes(scope, deps)
    trashRoutes(scope, deps)
    erasureRoutes(scope, deps)
    webhookRoutes(scope, deps)
    eventRoutes(scope, { ...deps, eventWaits })
    exportRoutes(scope, { ...deps, eventWaits })
    await scope.register(async (results) => resultRoutes(results, deps))
  })
}
