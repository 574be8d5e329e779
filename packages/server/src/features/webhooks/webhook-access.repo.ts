/** Which webhooks a caller may use: conditions on rows of `webhook w`. */
import { type RawBuilder, sql } from 'kysely'
import type { Principal } from '../../platform/auth/principal.ts'
import { isAdmin } from '../../platform/auth/require-admin.ts'
import { isOwnKey } from '../keys/keys.public.ts'

export type WebhookAccess = RawBuilder<boolean>

/** For API keys: only the webhooks of the same key. */
export const ofCallingKey = ({ keyId }: Principal): WebhookAccess =>
  sql<boolean>`w.api_key_id = ${keyId}::bigint`

/** For people: the webhooks of the keys that they manage. */
export const ofOwnKeys = (principal: Principal): WebhookAccess =>
  sql<boolean>`w.api_key_id in (select k.id from api_key k where ${isOwnKey(principal)})`

/** Admins also see and disable the other webhooks of the team. */
export const seenBy = (principal: Principal): WebhookAccess =>
  isAdmin(principal) ? sql<boolean>`w.team_id = ${principal.teamId}` : ofOwnKeys(principal)
