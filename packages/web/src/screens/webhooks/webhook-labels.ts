import type { Delivery, DeliveryStatus, DisabledReason, TeamWebhook } from '@inlet/contract/workspace'
import type { StatusTone } from '../../ui/StatusLabel.tsx'

type Attempt = Delivery['attempts'][number]

/** Why a webhook is disabled, and what its owner can do. */
export const disabledReasons: Record<DisabledReason, string> = {
  failing: 'Every attempt failed for 5 days. Correct the receiver, then enable the webhook.',
  gone: 'The receiver answered 410 Gone. Enable the webhook if it should receive events again.',
  key_inactive: 'Its API key is no longer active. Create a webhook with another key.',
  manual: 'Turned off by a user.',
}

export const ownerOf = ({ key }: Pick<TeamWebhook, 'key'>): string =>
  key.kind === 'team' ? `Team (contact: ${key.owner.name})` : key.owner.name

export const deliveryLabels: Record<DeliveryStatus, { tone: StatusTone; text: string }> = {
  pending: { tone: 'waiting', text: 'Pending' },
  succeeded: { tone: 'ready', text: 'Succeeded' },
  failed: { tone: 'failed', text: 'Failed' },
}

const milliseconds = new Intl.NumberFormat('en', { style: 'unit', unit: 'millisecond' })
const seconds = new Intl.NumberFormat('en', { style: 'unit', unit: 'second', maximumFractionDigits: 1 })

/** `86 ms`, `1.4 sec`. */
export const formatDuration = (ms: number): string =>
  ms < 1000 ? milliseconds.format(ms) : seconds.format(ms / 1000)

/** `HTTP 500`, or why there was no response. */
export const resultOf = ({ http_status: status, error }: Attempt): string =>
  status === null ? (error ?? 'No response.') : `HTTP ${status}`

/** `2026-11-15T14:02`, the value of a local date and time field. */
export function toLocalField(time: Date): string {
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}

/** Undefined while the field is empty or incomplete. */
export function fromLocalField(value: string): Date | undefined {
  const time = new Date(value)
  return value === '' || Number.isNaN(time.getTime()) ? undefined : time
}
