import {
  type Delivery,
  type DeliveryStatus,
  listDeliveries,
  type TeamWebhook,
} from '@inlet/contract/workspace'
import { Button } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { pagesOf } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { LinkTabs } from '../../ui/LinkTabs.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { MoreButton } from '../../ui/MoreButton.tsx'
import { DeliveryItem } from './DeliveryItem.tsx'
import { isDueNow } from './is-due-now.ts'
import { RedeliverSince } from './RedeliverSince.tsx'
import classes from './Webhooks.module.css'
import { deliveryLabels } from './webhook-labels.ts'

const route = getRouteApi('/inside/webhooks')
const statuses = Object.keys(deliveryLabels) as DeliveryStatus[]
const refreshMs = 2_000

export function Deliveries({ webhook }: { webhook: TeamWebhook }) {
  const { show } = route.useSearch()
  const { can_write: canWrite } = useSession()
  const [isRedelivering, setRedelivering] = useState(false)
  const query = useInfiniteQuery({
    ...pagesOf(listDeliveries, {
      params: { webhook_key: webhook.webhook_key },
      query: { limit: 25, ...(show && { status: show }) },
    }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    // Until the attempts that are being made are over.
    refetchInterval: ({ state }) =>
      deliveriesOf(state.data).some((delivery) => isDueNow(delivery, Date.now())) && refreshMs,
  })
  // Separate from the automatic refresh, during which the button does not change.
  const reload = useMutation({ mutationFn: () => query.refetch() })
  const deliveries = deliveriesOf(query.data)
  const canRedeliver = canWrite && webhook.status === 'enabled'
  return (
    <>
      <h3 className={classes.heading}>Deliveries</h3>
      <LinkTabs
        label="Filter deliveries"
        tabs={[undefined, ...statuses].map((status) => ({
          label: status ? deliveryLabels[status].text : 'All',
          to: '/webhooks',
          search: { open: webhook.webhook_key, ...(status && { show: status }) },
          isCurrent: status === show,
        }))}
      />
      <div className={classes.actions}>
        <Button variant="default" loading={reload.isPending} onClick={() => reload.mutate()}>
          Refresh
        </Button>
        {canRedeliver && (
          <Button variant="default" onClick={() => setRedelivering(true)}>
            Redeliver since…
          </Button>
        )}
      </div>
      {query.isPending && <Loading label="deliveries" />}
      {query.isError && (
        <ErrorPanel
          title="The deliveries could not be loaded."
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isSuccess && deliveries.length === 0 && (
        <EmptyState title={show ? 'No deliveries with this status.' : 'No deliveries yet.'}>
          {!show && 'They appear here when an event occurs. Test events are not listed.'}
        </EmptyState>
      )}
      {deliveries.length > 0 && (
        <ul className={classes.deliveries} aria-label="Deliveries">
          {deliveries.map((delivery) => (
            <DeliveryItem
              key={delivery.delivery_key}
              webhookKey={webhook.webhook_key}
              delivery={delivery}
              canRedeliver={canRedeliver}
            />
          ))}
        </ul>
      )}
      <MoreButton query={query} label="Show more deliveries" />
      {isRedelivering && <RedeliverSince webhook={webhook} onClose={() => setRedelivering(false)} />}
    </>
  )
}

const deliveriesOf = (data: { pages: { deliveries: Delivery[] }[] } | undefined): Delivery[] =>
  data?.pages.flatMap((page) => page.deliveries) ?? []
