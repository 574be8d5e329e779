/** How initialize and complete are answered, as a single call and as an item of a batch. */
import type * as contract from '@inlet/contract'
import type { HandlersOf } from '../../platform/http/bind-idempotent.ts'
import { answer } from '../../platform/http/bind-route.ts'
import { principalOf } from '../../platform/http/import-scope.ts'
import { type CompleteDeps, completeFile } from './complete-file.ts'
import { requireOpenFile } from './get-file.ts'
import {
  type InitializeDeps,
  type InitializedFile,
  initializeFile,
  replayInitializedFile,
} from './initialize-file.ts'

export const initializeFileHandlers = (
  deps: InitializeDeps,
): HandlersOf<typeof contract.initializeFile, InitializedFile> => ({
  status: 201,
  perform: async ({ body, request }, { remember }) =>
    answer(201, await initializeFile({ ...deps, remember }, principalOf(request), body)),
  replay: async ({ body, request }, initialized) =>
    answer(201, await replayInitializedFile(deps, principalOf(request), body, initialized)),
})

const completed = (wavKey: string) => answer(200, { wav_key: wavKey, status: 'processing' as const })

export const completeFileHandlers = (
  deps: CompleteDeps,
): HandlersOf<typeof contract.completeFile, object> => ({
  status: 200,
  perform: async ({ params, request }, { remember }) => {
    await completeFile({ ...deps, remember }, principalOf(request), params.wav_key)
    return completed(params.wav_key)
  },
  unchanged: () => ({}),
  replay: async ({ params, request }) => {
    await requireOpenFile(deps.db, principalOf(request), params.wav_key)
    return completed(params.wav_key)
  },
})
