/** The transcript as far as it is heard. While it grows, only what is new is read. */
import { getTranscript, type Recording } from '@inlet/contract/workspace'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type CallAnswer, call } from '../../api/call.ts'
import { queryOf } from '../../api/queries.ts'

type Transcript = CallAnswer<typeof getTranscript>

export function useTranscript({ owner, key, transcript }: Recording) {
  const client = useQueryClient()
  const options = queryOf(getTranscript, { params: { owner, key } })
  const query = useQuery({ ...options, staleTime: Number.POSITIVE_INFINITY })
  const loaded = query.data?.segments.length
  const isOld =
    loaded !== undefined &&
    transcript !== null &&
    (transcript.segment_count > loaded || transcript.is_whole !== query.data?.is_whole)
  const wanted = transcript?.segment_count
  // It began anew: what is there is of the attempt before.
  const isFewer = loaded !== undefined && (wanted ?? 0) < loaded

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is made anew each time, and is the same
  useEffect(() => {
    if (isFewer) void client.invalidateQueries({ queryKey: options.queryKey })
  }, [isFewer, wanted, client])

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is wanted names the reading that is to come
  useEffect(() => {
    if (!isOld || loaded === undefined) return undefined
    const ends = new AbortController()
    const input = { params: { owner, key }, query: { from: loaded } }
    call(getTranscript, input, { signal: ends.signal }).then(
      (more) =>
        client.setQueryData<Transcript>(options.queryKey, (known) => {
          if (known?.segments.length !== loaded) return known
          return { ...more, segments: [...known.segments, ...more.segments] }
        }),
      () => undefined,
    )
    return () => ends.abort()
  }, [isOld, loaded, wanted, owner, key, client])
  return query
}
