/** Serves the sub-resource `upload` to the pages of the workspace, which have no idempotency keys. */
import type { WorkspaceUploadRoutes } from '@inlet/contract/workspace'
import type { FastifyInstance } from 'fastify'
import type { TSchema } from 'typebox'
import type { Principal } from '../../platform/auth/principal.ts'
import { answer, bindRoute, type Call } from '../../platform/http/bind-route.ts'
import { principalOf } from '../../platform/http/import-scope.ts'
import type { UploadDeps } from './create-upload.ts'
import { getUpload } from './get-upload.ts'
import { signUploadParts } from './sign-upload-parts.ts'
import { discardUpload, startUpload } from './start-upload.ts'
import type { UploadOwner } from './upload-owner.ts'

type ParamsOf<Params extends TSchema> = Call<Params, TSchema, TSchema>['params']

export function bindWorkspaceUploadRoutes<Params extends TSchema>(
  app: FastifyInstance,
  deps: UploadDeps,
  routes: WorkspaceUploadRoutes<Params>,
  ownerOf: (principal: Principal, params: ParamsOf<Params>) => UploadOwner,
): void {
  bindRoute(app, routes.get, async ({ params, request }) =>
    answer(200, await getUpload(deps, ownerOf(principalOf(request), params))),
  )

  bindRoute(app, routes.start, async ({ params, body, request }) =>
    answer(200, await startUpload(deps, ownerOf(principalOf(request), params), body)),
  )

  bindRoute(app, routes.discard, async ({ params, request }) => {
    await discardUpload(deps, ownerOf(principalOf(request), params))
    return answer(204, null)
  })

  bindRoute(app, routes.sign, async ({ params, body, request }) =>
    answer(200, await signUploadParts(deps, ownerOf(principalOf(request), params), body.part_numbers)),
  )
}
