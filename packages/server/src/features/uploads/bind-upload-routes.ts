/** Serves the sub-resource `upload` of a kind of record. */
import type { UploadRoutes } from '@inlet/contract'
import type { FastifyInstance } from 'fastify'
import type { TSchema } from 'typebox'
import type { Principal } from '../../platform/auth/principal.ts'
import { bindIdempotent } from '../../platform/http/bind-idempotent.ts'
import { answer, bindRoute, type Call } from '../../platform/http/bind-route.ts'
import { principalOf } from '../../platform/http/import-scope.ts'
import type { UploadDeps } from './create-upload.ts'
import { getUpload } from './get-upload.ts'
import { redescribeUpload } from './redescribe-upload.ts'
import { signUploadParts } from './sign-upload-parts.ts'
import { discardUpload, startUpload } from './start-upload.ts'
import type { UploadOwner } from './upload-owner.ts'

type ParamsOf<Params extends TSchema> = Call<Params, TSchema, TSchema>['params']

export function bindUploadRoutes<Params extends TSchema>(
  app: FastifyInstance,
  deps: UploadDeps,
  routes: UploadRoutes<Params>,
  ownerOf: (principal: Principal, params: ParamsOf<Params>) => UploadOwner,
): void {
  bindRoute(app, routes.get, async ({ params, request }) =>
    answer(200, await getUpload(deps, ownerOf(principalOf(request), params))),
  )

  bindIdempotent(app, deps, routes.start, {
    status: 200,
    perform: async ({ params, body, request }, { remember }) =>
      answer(200, await startUpload({ ...deps, remember }, ownerOf(principalOf(request), params), body)),
    replay: async ({ params, body, request }) => {
      const owner = ownerOf(principalOf(request), params)
      const awaited = await owner.require('change')
      const descriptor = await redescribeUpload(deps, { ...awaited, isAwaited: true }, body)
      await owner.keepWaiting?.()
      return answer(200, descriptor)
    },
  })

  bindRoute(app, routes.discard, async ({ params, request }) => {
    await discardUpload(deps, ownerOf(principalOf(request), params))
    return answer(204, null)
  })

  bindIdempotent(app, deps, routes.sign, {
    status: 200,
    perform: async ({ params, body, request }, { remember }) => {
      const owner = ownerOf(principalOf(request), params)
      return answer(200, await signUploadParts({ ...deps, remember }, owner, body.part_numbers))
    },
    // Signs again: the new URLs are valid for an hour, so the upload must live as long as if they were the first.
    replay: async ({ params, body, request }) =>
      answer(200, await signUploadParts(deps, ownerOf(principalOf(request), params), body.part_numbers)),
  })
}
