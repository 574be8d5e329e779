import type { TeamWebhook } from '@inlet/contract/workspace'
import { Link } from '@tanstack/react-router'
import { useSession } from '../../api/session.ts'
import { FactList } from '../../ui/FactList.tsx'
import { SideDrawer } from '../../ui/SideDrawer.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import { Deliveries } from './Deliveries.tsx'
import { describeTypes } from './event-labels.ts'
import type { IssuedSecret } from './issued-secret.ts'
import { useProjects } from './use-projects.ts'
import { WebhookActions } from './WebhookActions.tsx'
import { WebhookStatus } from './WebhookRow.tsx'
import classes from './Webhooks.module.css'
import { disabledReasons, ownerOf } from './webhook-labels.ts'

export function WebhookDrawer(props: {
  webhook: TeamWebhook
  onIssued: (issued: IssuedSecret) => void
  onClose: () => void
}) {
  const { webhook, onIssued, onClose } = props
  const { can_write: canWrite } = useSession()
  return (
    <SideDrawer title={webhook.url} size={720} onClose={onClose}>
      <Facts webhook={webhook} />
      {canWrite && <WebhookActions webhook={webhook} onIssued={onIssued} onDeleted={onClose} />}
      {webhook.is_own && <Deliveries webhook={webhook} />}
    </SideDrawer>
  )
}

function Facts({ webhook }: { webhook: TeamWebhook }) {
  const { key, description, types, disabled_reason: reason, secret_expires_at: oldSecretUntil } = webhook
  return (
    <FactList className={classes.facts}>
      <dt>Status</dt>
      <dd>
        <WebhookStatus webhook={webhook} />
        {reason && <div className={classes.quiet}>{disabledReasons[reason]}</div>}
      </dd>
      {description !== '' && (
        <>
          <dt>Description</dt>
          <dd>
            <bdi>{description}</bdi>
          </dd>
        </>
      )}
      <dt>API key</dt>
      <dd>
        {webhook.is_own ? (
          <Link to="/keys" search={{ open: key.client_id }}>
            <bdi>{key.name}</bdi>
          </Link>
        ) : (
          <bdi>{key.name}</bdi>
        )}
      </dd>
      <dt>Owner</dt>
      <dd>
        <bdi>{ownerOf(webhook)}</bdi>
      </dd>
      <dt>Events</dt>
      <dd>
        {describeTypes(types)}
        {types.length > 0 && <div className={`${classes.mono} ${classes.quiet}`}>{types.join(', ')}</div>}
      </dd>
      <dt>Projects</dt>
      <dd>
        <Projects ids={webhook.project_ids} />
      </dd>
      {oldSecretUntil && (
        <>
          <dt>Old secret</dt>
          <dd>
            Expires <TimeAgo at={oldSecretUntil} />
          </dd>
        </>
      )}
      <dt>Created</dt>
      <dd>
        <TimeAgo at={webhook.created_at} />
      </dd>
      <dt>Webhook ID</dt>
      <dd className={classes.mono}>{webhook.webhook_key}</dd>
    </FactList>
  )
}

function Projects({ ids }: { ids: readonly number[] }) {
  const projects = useProjects(ids.length > 0)
  if (ids.length === 0) return 'All that the key can access'
  return (
    <ul>
      {ids.map((id) => (
        <li key={id}>
          <bdi>{projects?.find((project) => project.id === id)?.name ?? `Project ${id}`}</bdi>
        </li>
      ))}
    </ul>
  )
}
