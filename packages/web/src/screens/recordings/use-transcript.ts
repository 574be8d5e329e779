/** The transcript so far. While it grows, only new segments are fetched. */
import { getTranscript, type Recording } from '@inlet/contract/workspace'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type CallResult, call } from '../../api/call.ts'
import { queryOf } from '../../api/queries.ts'

type Transcript = CallResult<typeof getTranscript>

export function useTranscript({ owner, key, transcript }: Recording) {
  const client = useQueryClient()
  const options = queryOf(getTranscript, { params: { owner, key } })
  const query = useQuery({ ...options, staleTime: Number.POSITIVE_INFINITY })
  const loaded = query.data?.segments.length
  const isStale =
    loaded !== undefined &&
    transcript !== null &&
    (transcript.segment_count > loaded || transcript.is_whole !== query.data?.is_whole)
  const segmentCount = transcript?.segment_count
  // The transcription restarted, so the loaded segments belong to the previous attempt.
  const hasRestarted = loaded !== undefined && (segmentCount ?? 0) < loaded

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is recreated on each render but has the same value
  useEffect(() => {
    if (hasRestarted) void client.invalidateQueries({ queryKey: options.queryKey })
  }, [hasRestarted, segmentCount, client])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the segment count triggers the next fetch
  useEffect(() => {
    if (!isStale || loaded === undefined) return undefined
    const controller = new AbortController()
    const input = { params: { owner, key }, query: { from: loaded } }
    call(getTranscript, input, { signal: controller.signal }).then(
      (more) =>
        client.setQueryData<Transcript>(options.queryKey, (known) => {
          if (known?.segments.length !== loaded) return known
          return { ...more, segments: [...known.segments, ...more.segments] }
        }),
      () => undefined,
    )
    return () => controller.abort()
  }, [isStale, loaded, segmentCount, owner, key, client])
  return query
}
