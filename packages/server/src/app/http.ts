/** Builds the HTTP server of the api: public routes, the import API in its guarded scope, and the workspace. */

import swagger from '@fastify/swagger'
import * as contract from '@inlet/contract'
import type { FastifyInstance } from 'fastify'
import { fileRoutes } from '../features/files/files.routes.ts'
import { insightRoutes } from '../features/insights/insights.routes.ts'
import { reportMetrics, reportProcess } from '../features/maintenance/metrics/report-metrics.ts'
import { projectRoutes } from '../features/projects/projects.routes.ts'
import { surveyRoutes } from '../features/surveys/surveys.routes.ts'
import { tokenRoutes } from '../features/tokens/tokens.routes.ts'
import { commaList } from '../platform/config/config.ts'
import { healthRoutes, type Readiness } from '../platform/http/health.ts'
import { guardImportScope } from '../platform/http/import-scope.ts'
import { openApiOptions } from '../platform/http/openapi.ts'
import { createServer, refuseOtherMethods } from '../platform/http/server.ts'
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
  await app.register(async (scope) => {
    guardImportScope(scope, {
      authenticator: deps.authenticator,
      limiter: deps.limiter,
      defaultLimitPerMinute: config.INLET_RATE_LIMIT_PER_MINUTE,
      metrics,
    })
    projectRoutes(scope, deps)
    insightRoutes(scope, deps)
    fileRoutes(scope, deps)
    surveyRoutes(scope, deps)
  })
  await addWorkspace(app, deps)
  refuseOtherMethods(app, [...importContract, ...workspaceContract])
  return app
}
