/** Keeps `?t=742` in sync: written when playback pauses, followed when the URL changes. */
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { Player } from './player.ts'

const route = getRouteApi('/inside/recordings/$owner/$key')
const restMs = 600

export function useTimeInUrl(player: Player): void {
  const { t } = route.useSearch()
  const navigate = route.useNavigate()
  const known = useRef(t ?? 0)

  useEffect(() => {
    const seconds = t ?? 0
    if (seconds === known.current) return
    known.current = seconds
    player.seek(seconds)
  }, [t, player])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const write = () => {
      const seconds = Math.floor(player.time())
      if (player.state().isPlaying || seconds === known.current) return
      known.current = seconds
      void navigate({
        search: (before) => ({ ...before, t: seconds > 0 ? seconds : undefined }),
        replace: true,
        resetScroll: false,
      })
    }
    const end = player.onTime(() => {
      if (player.state().isPlaying) return
      clearTimeout(timer)
      timer = setTimeout(write, restMs)
    })
    return () => {
      clearTimeout(timer)
      end()
    }
  }, [player, navigate])
}
