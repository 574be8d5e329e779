import { listWebhooks, type TeamWebhook } from '@inlet/contract/workspace'
import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { pagesOf } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { DataList } from '../../ui/DataList.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { MoreButton } from '../../ui/MoreButton.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { useShortcut } from '../../ui/shortcuts/use-shortcut.ts'
import { useRowKeys } from '../../ui/use-row-keys.ts'
import { CreateWebhook } from './CreateWebhook.tsx'
import type { IssuedSecret } from './issued-secret.ts'
import { NewSecret } from './NewSecret.tsx'
import { WebhookDrawer } from './WebhookDrawer.tsx'
import { WebhookRow } from './WebhookRow.tsx'

const route = getRouteApi('/inside/webhooks')

export function Webhooks() {
  const { open } = route.useSearch()
  const navigate = useNavigate()
  const { can_write: canWrite } = useSession()
  const [isCreating, setCreating] = useState(false)
  const [issued, setIssued] = useState<IssuedSecret>()
  // The server disables webhooks by itself, which the change stream does not announce.
  const query = useInfiniteQuery({
    ...pagesOf(listWebhooks, { query: { limit: 100 } }),
    refetchOnWindowFocus: 'always',
  })
  const setOpen = (webhook: TeamWebhook | undefined) =>
    void navigate({
      to: '/webhooks',
      search: webhook ? { open: webhook.webhook_key } : {},
      resetScroll: false,
    })
  useRowKeys('Webhooks')
  useShortcut({ keys: 'n', label: 'Create webhook', group: 'Webhooks' }, () => setCreating(true), canWrite)
  const webhooks = query.data?.pages.flatMap((page) => page.webhooks) ?? []
  const opened = webhooks.find(({ webhook_key: key }) => key === open)
  useLoadUntil(open === undefined || opened !== undefined, query)
  const createButton = canWrite && (
    <Button leftSection={<Icon name="add" />} onClick={() => setCreating(true)}>
      Create webhook
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Webhooks"
        below={
          <>
            Inlet sends events to your URL as signed requests. See the <GuideLink />.
          </>
        }
        actions={createButton}
      />
      {query.isPending && <Loading label="webhooks" />}
      {query.isError && (
        <ErrorPanel
          title="The webhooks could not be loaded."
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isSuccess && webhooks.length === 0 && (
        <EmptyState title="No webhooks yet.">
          A webhook tells another program when something changes, such as when an import is completed.{' '}
          {canWrite
            ? 'It belongs to an API key and sends the events that the key can access.'
            : 'Viewers cannot create webhooks. Ask a team admin for another role.'}
        </EmptyState>
      )}
      {webhooks.length > 0 && (
        <DataList label="Webhooks">
          {webhooks.map((webhook) => (
            <WebhookRow
              key={webhook.webhook_key}
              webhook={webhook}
              isOpen={webhook === opened}
              onOpen={() => setOpen(webhook)}
            />
          ))}
        </DataList>
      )}
      <MoreButton query={query} label="Show more webhooks" />
      {isCreating && (
        <CreateWebhook
          onDone={(created) => {
            setCreating(false)
            setIssued(created)
          }}
          onClose={() => setCreating(false)}
        />
      )}
      {opened && !issued && (
        <WebhookDrawer webhook={opened} onIssued={setIssued} onClose={() => setOpen(undefined)} />
      )}
      {issued && <NewSecret issued={issued} onClose={() => setIssued(undefined)} />}
    </>
  )
}

function GuideLink() {
  return (
    <a href="/docs#tag-webhooks" target="_blank" rel="noreferrer">
      webhooks reference
    </a>
  )
}

/** Loads further pages until the webhook in the URL is among them. */
function useLoadUntil(
  isFound: boolean,
  query: {
    hasNextPage: boolean
    isFetching: boolean
    isError: boolean
    fetchNextPage: () => Promise<unknown>
  },
): void {
  const { hasNextPage, isFetching, isError, fetchNextPage } = query
  useEffect(() => {
    if (!isFound && hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [isFound, hasNextPage, isFetching, isError, fetchNextPage])
}
