import { useSyncExternalStore } from 'react'
import type { Player, PlayerState } from './player.ts'

export const usePlayerState = (player: Player): PlayerState =>
  useSyncExternalStore(player.onState, player.state)

/** Whole seconds, so that subscribers render once a second. */
export const useWholeSeconds = (player: Player): number =>
  useSyncExternalStore(
    (notify) => player.onTime(notify),
    () => Math.floor(player.time()),
  )
