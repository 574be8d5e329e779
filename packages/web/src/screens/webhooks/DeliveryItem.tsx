import { type Delivery, redeliver } from '@inlet/contract/workspace'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { call } from '../../api/call.ts'
import { FactList } from '../../ui/FactList.tsx'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { StatusLabel } from '../../ui/StatusLabel.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import { useNow } from '../../ui/use-now.ts'
import { AttemptList } from './AttemptList.tsx'
import { useRefresh } from './use-refresh.ts'
import classes from './Webhooks.module.css'
import { deliveryLabels, resultOf } from './webhook-labels.ts'

export function DeliveryItem(props: { webhookKey: string; delivery: Delivery; canRedeliver: boolean }) {
  const { delivery } = props
  const [isOpen, setOpen] = useState(false)
  const details = useId()
  const { tone, text } = deliveryLabels[delivery.status]
  const last = delivery.attempts[0]
  return (
    <li>
      <button
        type="button"
        className={classes.delivery}
        aria-expanded={isOpen}
        aria-controls={isOpen ? details : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <StatusLabel tone={tone}>{text}</StatusLabel>
        <span className={classes.mono}>{delivery.type}</span>
        <span className={classes.quiet}>{last ? resultOf(last) : 'Not attempted yet'}</span>
        <span className={classes.when}>{last && <TimeAgo at={last.at} isPlain />}</span>
        <Icon name={isOpen ? 'up' : 'down'} />
      </button>
      {isOpen && (
        <div id={details} className={classes.detail}>
          <DeliveryDetails {...props} />
        </div>
      )}
    </li>
  )
}

function DeliveryDetails(props: { webhookKey: string; delivery: Delivery; canRedeliver: boolean }) {
  const { webhookKey, delivery, canRedeliver } = props
  const refresh = useRefresh()
  const again = useMutation({
    mutationFn: () =>
      call(redeliver, { params: { webhook_key: webhookKey, delivery_key: delivery.delivery_key } }),
    onSuccess: refresh,
  })
  return (
    <>
      <FactList>
        <dt>Event ID</dt>
        <dd className={classes.mono}>{delivery.event_id}</dd>
        <dt>Delivery ID</dt>
        <dd className={classes.mono}>{delivery.delivery_key}</dd>
        {delivery.next_attempt_at && (
          <>
            <dt>Next attempt</dt>
            <dd>
              <NextAttempt at={delivery.next_attempt_at} />
            </dd>
          </>
        )}
      </FactList>
      {delivery.attempts.length > 0 && <AttemptList attempts={delivery.attempts} />}
      <FormProblem error={again.error} />
      {canRedeliver && (
        <Button variant="default" loading={again.isPending} onClick={() => again.mutate()}>
          {delivery.status === 'pending' ? 'Retry now' : 'Redeliver'}
        </Button>
      )}
    </>
  )
}

function NextAttempt({ at }: { at: string }) {
  const now = useNow()
  return new Date(at) > now ? <TimeAgo at={at} /> : 'As soon as possible'
}
