import { type ApiKey, listKeys } from '@inlet/contract/workspace'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { queryOf } from '../../api/queries.ts'
import { DataList } from '../../ui/DataList.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { useShortcut } from '../../ui/shortcuts/use-shortcut.ts'
import { useRowKeys } from '../../ui/use-row-keys.ts'
import { CreateKey } from './CreateKey.tsx'
import { KeyDrawer } from './KeyDrawer.tsx'
import { KeyRow } from './KeyRow.tsx'
import classes from './Keys.module.css'
import { NewSecret } from './NewSecret.tsx'

const route = getRouteApi('/inside/developers/keys')

export interface Told {
  key: ApiKey
  client_secret: string
}

export function Keys() {
  const { open } = route.useSearch()
  const navigate = useNavigate()
  const [isMaking, setMaking] = useState(false)
  const [told, setTold] = useState<Told>()
  // Uses are not announced: who comes back from a terminal sees the latest.
  const query = useQuery({ ...queryOf(listKeys, {}), refetchOnWindowFocus: 'always' })
  const setOpen = (key: ApiKey | undefined) =>
    void navigate({
      to: '/developers/keys',
      search: key ? { open: key.client_id } : {},
      resetScroll: false,
    })
  useRowKeys('API keys')
  useShortcut({ keys: 'n', label: 'Create key', group: 'API keys' }, () => setMaking(true))
  const keys = query.data?.keys ?? []
  const live = keys.filter(({ state }) => state === 'live')
  const ended = keys.filter(({ state }) => state !== 'live')
  const opened = keys.find(({ client_id: id }) => id === open)
  const row = (key: ApiKey) => (
    <KeyRow key={key.client_id} item={key} isOpen={key === opened} onOpen={() => setOpen(key)} />
  )
  return (
    <>
      <PageHeader
        title="API keys"
        below={
          <>
            Programs import with a key. What they can do is in the{' '}
            <a href="/docs" target="_blank" rel="noreferrer">
              API reference
            </a>
            .
          </>
        }
        actions={
          <Button leftSection={<Icon name="add" />} onClick={() => setMaking(true)}>
            Create key
          </Button>
        }
      />
      {query.isPending && <Loading label="keys" />}
      {query.isError && (
        <ErrorPanel
          title="The keys could not be loaded."
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isSuccess && keys.length === 0 && (
        <EmptyState title="There is no key yet.">
          Create one for each program, so that each can be ended without disturbing the others.
        </EmptyState>
      )}
      {live.length > 0 && <DataList label="Keys that work">{live.map(row)}</DataList>}
      {ended.length > 0 && (
        <>
          <h2 className={classes.heading}>No longer working</h2>
          <DataList label="Keys that no longer work">{ended.map(row)}</DataList>
        </>
      )}
      {isMaking && query.data && (
        <CreateKey
          canMakeTeamKeys={query.data.can_make_team_keys}
          onDone={(made) => {
            setMaking(false)
            setTold(made)
          }}
          onClose={() => setMaking(false)}
        />
      )}
      {opened && !told && <KeyDrawer item={opened} onTold={setTold} onClose={() => setOpen(undefined)} />}
      {told && <NewSecret told={told} onClose={() => setTold(undefined)} />}
    </>
  )
}
