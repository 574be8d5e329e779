import type { TeamWebhook } from '@inlet/contract/workspace'
import { DataRow } from '../../ui/DataRow.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { StatusLabel } from '../../ui/StatusLabel.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import { describeTypes } from './event-labels.ts'
import classes from './Webhooks.module.css'
import { disabledReasons, ownerOf } from './webhook-labels.ts'

export function WebhookRow(props: { webhook: TeamWebhook; isOpen: boolean; onOpen: () => void }) {
  const { webhook, isOpen, onOpen } = props
  const { url, key, types, disabled_reason: reason } = webhook
  return (
    <DataRow
      title={url}
      onOpen={onOpen}
      isChosen={isOpen}
      icon={<Icon name="webhooks" />}
      detail={
        <>
          <bdi>{key.name}</bdi> · <bdi>{ownerOf(webhook)}</bdi> · {describeTypes(types)}
        </>
      }
      status={<WebhookStatus webhook={webhook} />}
      aside={<TimeAgo at={webhook.created_at} isPlain />}
      {...(reason && { below: <span className={classes.reason}>{disabledReasons[reason]}</span> })}
    />
  )
}

export function WebhookStatus({ webhook: { status, disabled_reason: reason } }: { webhook: TeamWebhook }) {
  if (status === 'enabled') return <StatusLabel tone="ready">Enabled</StatusLabel>
  return <StatusLabel tone={reason === 'manual' ? 'quiet' : 'failed'}>Disabled</StatusLabel>
}
