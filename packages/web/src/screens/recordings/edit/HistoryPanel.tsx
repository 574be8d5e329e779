/** The changes of a transcript, newest first, each of which can be undone or restored. */
import {
  listTranscriptChanges,
  type Recording,
  type TranscriptChange,
  type TranscriptChangeKind,
} from '@inlet/contract/workspace'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { pagesOf } from '../../../api/queries.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx'
import { FormProblem } from '../../../ui/FormProblem.tsx'
import { countOf } from '../../../ui/format/count.ts'
import { mediaTime } from '../../../ui/format/media-time.ts'
import { Loading } from '../../../ui/Loading.tsx'
import { MoreButton } from '../../../ui/MoreButton.tsx'
import { SideDrawer } from '../../../ui/SideDrawer.tsx'
import { TextButton } from '../../../ui/TextButton.tsx'
import { TimeAgo } from '../../../ui/TimeAgo.tsx'
import { restoreVersion, revertChange, tellChange } from './change-lines.ts'
import classes from './HistoryPanel.module.css'

const titles: Record<TranscriptChangeKind, string> = {
  edit: 'Edited',
  replace: 'Replaced text in',
  revert: 'Undid a change of',
  restore: 'Restored',
}

export function HistoryPanel(props: { recording: Recording; version: number; onClose: () => void }) {
  const { recording, version, onClose } = props
  const { owner, key } = recording
  const client = useQueryClient()
  const query = useInfiniteQuery(
    pagesOf(listTranscriptChanges, { params: { owner, key }, query: { limit: 20 } }),
  )
  const act = useMutation({
    mutationFn: async (run: () => Promise<void>) => {
      await run()
      await client.invalidateQueries({ queryKey: [listTranscriptChanges.operationId] })
    },
  })
  const target = { client, recording }
  const undo = (change: TranscriptChange) =>
    act.mutate(async () => {
      const { version: next } = await revertChange(target, change.version)
      tellChange(target, 'Undone.', next)
    })
  const restore = (to: number) => act.mutate(() => restoreVersion(target, to, version))
  const changes = query.data?.pages.flatMap((page) => page.changes) ?? []
  return (
    <SideDrawer title="Transcript history" onClose={onClose} size={480}>
      {query.isPending && <Loading label="the history" />}
      {query.isError && (
        <ErrorPanel
          title="The history could not be loaded."
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      <FormProblem error={act.error} />
      {query.isSuccess && changes.length === 0 && (
        <EmptyState title="No changes">Corrections of this transcript appear here.</EmptyState>
      )}
      <ol className={classes.changes}>
        {changes.map((change, index) => (
          <li key={change.version} className={classes.change}>
            <p className={classes.title}>
              {titles[change.kind]} {countOf(change.line_count, 'line')}
              <span className={classes.by}>
                <bdi>{change.by.name}</bdi>, <TimeAgo at={change.at} isPlain />
              </span>
            </p>
            {change.lines.map(({ number, start_ms, before, after }) => (
              <div key={number} className={classes.line}>
                <span className={classes.time}>{mediaTime(start_ms / 1000)}</span>
                <del dir="auto">{before || 'No text'}</del>
                <ins dir="auto">{after || 'No text'}</ins>
              </div>
            ))}
            {change.line_count > change.lines.length && change.lines.length > 0 && (
              <p className={classes.by}>
                And {countOf(change.line_count - change.lines.length, 'more line')}
              </p>
            )}
            {change.lines.length === 0 && <p className={classes.by}>Its text was redacted.</p>}
            <div className={classes.actions}>
              {change.lines.length > 0 && (
                <TextButton disabled={act.isPending} onClick={() => undo(change)}>
                  Undo this change
                </TextButton>
              )}
              {index > 0 && (
                <TextButton disabled={act.isPending} onClick={() => restore(change.version)}>
                  Restore this version
                </TextButton>
              )}
            </div>
          </li>
        ))}
      </ol>
      <MoreButton query={query} label="Older changes" />
      {changes.length > 0 && !query.hasNextPage && (
        <TextButton disabled={act.isPending} onClick={() => restore(0)}>
          Restore the first version
        </TextButton>
      )}
    </SideDrawer>
  )
}
