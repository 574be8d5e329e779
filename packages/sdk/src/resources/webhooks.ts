import type {
  CreateWebhook,
  DeliveryStatus,
  Redelivered,
  RedeliverSince,
  RotateSecret,
  UpdateWebhook,
  Webhook,
  WebhookDelivery,
  WebhookWithSecret,
} from '../contract.ts'
import { type ApiPromise, apiPromise } from '../http/api-promise.ts'
import { type Call, type Core, call } from '../http/call.ts'
import { type CursorPagePromise, type CursorQuery, listByCursor } from '../http/cursor-page.ts'
import type { RequestOptions } from '../options.ts'
import { verifyWebhook } from '../webhooks/verify-webhook.ts'

/** Sends events to a URL as signed requests. Needs the scope `webhook:write`. */
export class Webhooks {
  readonly #core: Core
  /** Checks a received request and returns its event. */
  readonly verify: typeof verifyWebhook = verifyWebhook

  constructor(core: Core) {
    this.#core = core
  }

  /** Store the returned `secret`; it is not returned again. */
  create(body: CreateWebhook, options?: RequestOptions): ApiPromise<WebhookWithSecret> {
    return apiPromise(call(this.#core, { operation: 'webhooks.create', body }, options))
  }

  /** The webhooks of this API key, newest first. */
  list({ limit, cursor }: CursorQuery = {}, options?: RequestOptions): CursorPagePromise<Webhook> {
    const request = { operation: 'webhooks.list', items: 'webhooks', query: { limit, cursor } } as const
    return listByCursor(this.#core, request, options)
  }

  get(webhookKey: string, options?: RequestOptions): ApiPromise<Webhook> {
    return this.#call('webhooks.get', webhookKey, {}, options)
  }

  /** Fields that are left out stay as they are. `status` turns the webhook off and on. */
  update(webhookKey: string, body: UpdateWebhook, options?: RequestOptions): ApiPromise<Webhook> {
    return this.#call('webhooks.update', webhookKey, { body }, options)
  }

  delete(webhookKey: string, options?: RequestOptions): ApiPromise<void> {
    return this.#call('webhooks.delete', webhookKey, {}, options)
  }

  /** Returns a new secret. For `overlap_seconds`, a day by default, requests are signed with the previous one too. */
  rotate(
    webhookKey: string,
    body: RotateSecret = {},
    options?: RequestOptions,
  ): ApiPromise<WebhookWithSecret> {
    return this.#call('webhooks.rotate', webhookKey, { body }, options)
  }

  /** Sends one `webhook.test` event and returns what the receiver answered. */
  test(webhookKey: string, options?: RequestOptions): ApiPromise<WebhookDelivery> {
    return this.#call('webhooks.test', webhookKey, {}, options)
  }

  /** Newest first. */
  listDeliveries(
    webhookKey: string,
    { status, limit, cursor }: CursorQuery & { status?: DeliveryStatus | undefined } = {},
    options?: RequestOptions,
  ): CursorPagePromise<WebhookDelivery> {
    const request = {
      operation: 'webhooks.listDeliveries',
      items: 'deliveries',
      params: { webhook_key: webhookKey },
      query: { status, limit, cursor },
    } as const
    return listByCursor(this.#core, request, options)
  }

  /** Starts a new round of attempts with the same `webhook-id`. */
  redeliver(webhookKey: string, deliveryKey: string, options?: RequestOptions): ApiPromise<WebhookDelivery> {
    return this.#call('webhooks.redeliver', webhookKey, { params: { delivery_key: deliveryKey } }, options)
  }

  /** Sends all matching events since a time, also those that were missed while the webhook was disabled. */
  redeliverSince(
    webhookKey: string,
    body: RedeliverSince,
    options?: RequestOptions,
  ): ApiPromise<Redelivered> {
    return this.#call('webhooks.redeliverSince', webhookKey, { body }, options)
  }

  #call<T>(
    operation: Call['operation'],
    webhookKey: string,
    { params = {}, body }: Pick<Call, 'params' | 'body'>,
    options?: RequestOptions,
  ): ApiPromise<T> {
    const request = { operation, params: { webhook_key: webhookKey, ...params }, ...(body && { body }) }
    return apiPromise(call<T>(this.#core, request, options))
  }
}
