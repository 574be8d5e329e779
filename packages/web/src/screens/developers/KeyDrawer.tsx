import type { ApiKey } from '@inlet/contract/workspace'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { CopyLine } from '../../ui/CopyLine.tsx'
import { SideDrawer } from '../../ui/SideDrawer.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import { KeyStatus } from './KeyRow.tsx'
import classes from './Keys.module.css'
import type { Told } from './Keys.tsx'
import { curlLines, scopeWords } from './key-words.ts'
import { ReplaceSecret } from './ReplaceSecret.tsx'
import { RevokeKey } from './RevokeKey.tsx'

export function KeyDrawer(props: { item: ApiKey; onTold: (told: Told) => void; onClose: () => void }) {
  const { item, onTold, onClose } = props
  const [asking, setAsking] = useState<'replace' | 'revoke'>()
  return (
    <SideDrawer title={item.name} size={520} onClose={onClose}>
      <dl className={classes.facts}>
        <dt>State</dt>
        <dd>
          <KeyStatus item={item} />
        </dd>
        <dt>Works until</dt>
        <dd>{item.expires_at ? <TimeAgo at={item.expires_at} /> : 'It is revoked'}</dd>
        <dt>Client id</dt>
        <dd className={classes.mono}>{item.client_id}</dd>
        <dt>Secrets</dt>
        <dd>
          <ul>
            {item.secrets.map((secret) => (
              <li key={secret.created_at}>
                <span className={classes.mono}>…{secret.last_four}</span>, made{' '}
                <TimeAgo at={secret.created_at} />
                {secret.expires_at && (
                  <>
                    , ends <TimeAgo at={secret.expires_at} />
                  </>
                )}
              </li>
            ))}
            {item.secrets.length === 0 && <li>None works</li>}
          </ul>
        </dd>
        <dt>Belongs to</dt>
        <dd>{item.kind === 'team' ? `The team; ${item.owner.name} answers for it` : item.owner.name}</dd>
        <dt>May</dt>
        <dd>
          <ul>
            {item.scopes.map((scope) => (
              <li key={scope}>{scopeWords[scope]}</li>
            ))}
          </ul>
        </dd>
        <dt>Calls a minute</dt>
        <dd>{item.rate_limit_per_minute ?? 'As the instance has it'}</dd>
        <dt>Last used</dt>
        <dd>{item.last_used_at ? <TimeAgo at={item.last_used_at} /> : 'Never'}</dd>
        <dt>Made</dt>
        <dd>
          <TimeAgo at={item.created_at} />
        </dd>
      </dl>
      {item.state === 'live' && (
        <>
          <p className={classes.label}>Try it in a terminal</p>
          <CopyLine label="terminal lines" text={curlLines(location.origin, item.client_id)} />
          <h3 className={classes.heading}>End or replace</h3>
          <div className={classes.actions}>
            <Button variant="default" onClick={() => setAsking('replace')}>
              Replace secret
            </Button>
            <Button variant="default" onClick={() => setAsking('revoke')}>
              Revoke key
            </Button>
          </div>
        </>
      )}
      {asking === 'replace' && (
        <ReplaceSecret item={item} onDone={onTold} onClose={() => setAsking(undefined)} />
      )}
      {asking === 'revoke' && <RevokeKey item={item} onClose={() => setAsking(undefined)} />}
    </SideDrawer>
  )
}
