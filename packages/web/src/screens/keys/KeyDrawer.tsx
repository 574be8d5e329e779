import type { ApiKey } from '@inlet/contract/workspace'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { CopyLine } from '../../ui/CopyLine.tsx'
import { FactList } from '../../ui/FactList.tsx'
import { SideDrawer } from '../../ui/SideDrawer.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import type { IssuedSecret } from './issued-secret.ts'
import { KeyStatus } from './KeyRow.tsx'
import classes from './Keys.module.css'
import { curlLines, scopeLabels } from './key-labels.ts'
import { ReplaceSecret } from './ReplaceSecret.tsx'
import { RevokeKey } from './RevokeKey.tsx'

export function KeyDrawer(props: {
  item: ApiKey
  onIssued: (issued: IssuedSecret) => void
  onClose: () => void
}) {
  const { item, onIssued, onClose } = props
  const [confirming, setConfirming] = useState<'replace' | 'revoke'>()
  return (
    <SideDrawer title={item.name} size={520} onClose={onClose}>
      <FactList className={classes.facts}>
        <dt>Status</dt>
        <dd>
          <KeyStatus item={item} />
        </dd>
        <dt>Expires</dt>
        <dd>{item.expires_at ? <TimeAgo at={item.expires_at} /> : 'Never'}</dd>
        <dt>Client ID</dt>
        <dd className={classes.mono}>{item.client_id}</dd>
        <dt>Secrets</dt>
        <dd>
          <ul>
            {item.secrets.map((secret) => (
              <li key={secret.created_at}>
                <span className={classes.mono}>…{secret.last_four}</span>, created{' '}
                <TimeAgo at={secret.created_at} />
                {secret.expires_at && (
                  <>
                    , expires <TimeAgo at={secret.expires_at} />
                  </>
                )}
              </li>
            ))}
            {item.secrets.length === 0 && <li>No active secret</li>}
          </ul>
        </dd>
        <dt>Owner</dt>
        <dd>{item.kind === 'team' ? `Team (contact: ${item.owner.name})` : item.owner.name}</dd>
        <dt>Permissions</dt>
        <dd>
          <ul>
            {item.scopes.map((scope) => (
              <li key={scope}>{scopeLabels[scope]}</li>
            ))}
          </ul>
        </dd>
        <dt>Calls per minute</dt>
        <dd>{item.rate_limit_per_minute ?? 'Instance default'}</dd>
        <dt>Last used</dt>
        <dd>{item.last_used_at ? <TimeAgo at={item.last_used_at} /> : 'Never'}</dd>
        <dt>Created</dt>
        <dd>
          <TimeAgo at={item.created_at} />
        </dd>
      </FactList>
      {item.state === 'live' && (
        <>
          <p className={classes.label}>Try it in a terminal</p>
          <CopyLine label="curl commands" text={curlLines(location.origin, item.client_id)} />
          <h3 className={classes.heading}>Replace or revoke</h3>
          <div className={classes.actions}>
            <Button variant="default" onClick={() => setConfirming('replace')}>
              Replace secret
            </Button>
            <Button variant="default" onClick={() => setConfirming('revoke')}>
              Revoke key
            </Button>
          </div>
        </>
      )}
      {confirming === 'replace' && (
        <ReplaceSecret item={item} onDone={onIssued} onClose={() => setConfirming(undefined)} />
      )}
      {confirming === 'revoke' && <RevokeKey item={item} onClose={() => setConfirming(undefined)} />}
    </SideDrawer>
  )
}
