/** A form that a client posts to the gateway as it would to the store. */
import type { IncomingMessage } from 'node:http'
import { AppError } from '../../platform/errors.ts'
import type { GatewayVerifier } from '../../platform/object-store/gateway-signatures.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import { type FormRule, readFormRule } from './form.policy.ts'
import type { MemoryBudget } from './memory-budget.ts'
import { maxTrailerBytes, planParts } from './part-plan.policy.ts'
import { type FormFile, type OpenForm, readForm } from './read-form.ts'
import { requireLength, requireUploadKey } from './request-rules.ts'
import { storeAtOnce, storeInParts, tooLarge } from './store-file.ts'
import type { UploadSlots } from './upload-slots.ts'

export interface GatewayDeps {
  store: ObjectStore
  verifier: GatewayVerifier
  memory: MemoryBudget
  slots: UploadSlots
  /** The largest part that the store accepts. */
  maxRequestBytes: number
  now: () => number
}

/** Until the file of a form begins: the fields are sent at once, and have a few KiB. */
const fieldsMs = 15_000
/** A small form holds its memory no longer than this. */
const smallFormMs = 300_000

export async function receiveForm(
  deps: GatewayDeps,
  request: IncomingMessage,
  signal: AbortSignal,
): Promise<void> {
  const form = readForm(request, requireLength(request), signal)
  try {
    const file = await readFields(deps, form)
    const rule = readRule(deps, file.fields)
    if (file.requestBytesLeft - maxTrailerBytes > rule.maxBytes) throw tooLarge(rule.maxBytes)
    await deps.slots.run('form', () => store(deps, { ...file, rule, ended: form.ended }, form.stop))
  } catch (error) {
    throw form.stop(error)
  }
}

/** Anybody can send a form: until its signature is verified, it takes no slot of an upload and has little time. */
async function readFields({ slots }: GatewayDeps, { file, stop }: OpenForm): Promise<FormFile> {
  const release = slots.admitUnverified(stop)
  const timer = setTimeout(() => stop(tooSlow('fields of the form', fieldsMs)), fieldsMs)
  try {
    return await file
  } finally {
    clearTimeout(timer)
    release()
  }
}

async function store(
  { store, memory, maxRequestBytes }: GatewayDeps,
  file: FormFile & { rule: FormRule; ended: Promise<void> },
  stop: (error: unknown) => void,
): Promise<void> {
  const plan = planParts(file.requestBytesLeft, maxRequestBytes)
  if (plan) return storeInParts(store, file, plan)
  const release = await memory.reserve(file.maxBytes)
  const timer = setTimeout(() => stop(tooSlow('form', smallFormMs)), smallFormMs)
  try {
    await storeAtOnce(store, file, file.maxBytes)
  } finally {
    clearTimeout(timer)
    release()
  }
}

function readRule({ verifier, now }: GatewayDeps, fields: ReadonlyMap<string, string>): FormRule {
  const policy = fields.get('policy') ?? ''
  if (!verifier.isForm(policy, fields.get('x-amz-signature') ?? '')) throw new AppError('upload_refused')
  const rule = readFormRule(JSON.parse(Buffer.from(policy, 'base64').toString()), fields)
  if (!rule || rule.expiresAt <= now()) throw new AppError('upload_refused')
  requireUploadKey(rule.key)
  return rule
}

const tooSlow = (what: string, limitMs: number) =>
  new AppError('upload_interrupted', {
    message: `The ${what} took more than ${limitMs / 1000} s. Nothing was stored; upload the file again.`,
  })
