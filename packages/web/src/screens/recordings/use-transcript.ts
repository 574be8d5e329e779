/** The transcript so far. While it grows, or somebody corrects it, only new and changed segments are fetched. */
import { getTranscript, type Recording } from '@inlet/contract/workspace'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/queries.ts'
import { mergeLines, type Transcript } from './edit/transcript-cache.ts'

export function useTranscript({ owner, key, transcript }: Recording) {
  const client = useQueryClient()
  const options = queryOf(getTranscript, { params: { owner, key } })
  const query = useQuery({ ...options, staleTime: Number.POSITIVE_INFINITY })
  const { data } = query
  const loaded = data?.segments.length
  const isStale =
    loaded !== undefined &&
    transcript !== null &&
    (transcript.segment_count > loaded || transcript.is_whole !== data?.is_whole)
  const segmentCount = transcript?.segment_count
  // The transcription restarted, so the loaded segments belong to the previous attempt. Names apply to any line.
  const isOutdated =
    loaded !== undefined &&
    ((segmentCount ?? 0) < loaded || (transcript?.names_version ?? 0) > (data?.names_version ?? 0))
  const since = data && !isOutdated && (transcript?.version ?? 0) > data.version ? data.version : undefined
  const version = transcript?.version

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is recreated on each render but has the same value
  useEffect(() => {
    if (isOutdated) void client.invalidateQueries({ queryKey: options.queryKey })
  }, [isOutdated, segmentCount, transcript?.names_version, client])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the segment count triggers the next fetch
  useEffect(() => {
    if (!isStale || loaded === undefined) return undefined
    const controller = new AbortController()
    const input = { params: { owner, key }, query: { from: loaded } }
    call(getTranscript, input, { signal: controller.signal }).then(
      (more) =>
        client.setQueryData<Transcript>(options.queryKey, (known) => {
          if (known?.segments.length !== loaded) return known
          return { ...more, version: known.version, segments: [...known.segments, ...more.segments] }
        }),
      () => undefined,
    )
    return () => controller.abort()
  }, [isStale, loaded, segmentCount, owner, key, client])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version triggers the next fetch
  useEffect(() => {
    if (since === undefined) return undefined
    const controller = new AbortController()
    const input = { params: { owner, key }, query: { changed_since: since } }
    call(getTranscript, input, { signal: controller.signal }).then(
      ({ segments: lines, version: read }) =>
        client.setQueryData<Transcript>(options.queryKey, (known) => {
          if (!known) return known
          return { ...mergeLines(known, { version: read, lines }), version: Math.max(read, known.version) }
        }),
      () => undefined,
    )
    return () => controller.abort()
  }, [since, version, owner, key, client])
  return query
}
