/**
 * One recording being played, outside React: its time changes sixty times a second, and only what shows it
 * should notice. A place can be chosen before the media element knows of any.
 */
export interface PlayerState {
  isPlaying: boolean
  rate: number
  isMuted: boolean
  volume: number
  hasFailed: boolean
}

export const rates = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3]

export type Player = ReturnType<typeof createPlayer>

export function createPlayer(startSeconds: number) {
  let media: HTMLMediaElement | undefined
  let wanted: number | undefined = startSeconds > 0 ? startSeconds : undefined
  let state: PlayerState = { isPlaying: false, rate: 1, isMuted: false, volume: 1, hasFailed: false }
  let frame = 0
  const stateListeners = new Set<() => void>()
  const timeListeners = new Set<(seconds: number) => void>()

  const time = () => wanted ?? media?.currentTime ?? 0
  const tellTime = () => {
    for (const tell of timeListeners) tell(time())
  }
  const run = () => {
    tellTime()
    frame = state.isPlaying ? requestAnimationFrame(run) : 0
  }
  const read = () => {
    if (!media) return
    state = {
      isPlaying: !media.paused && !media.ended,
      rate: media.playbackRate,
      isMuted: media.muted || media.volume === 0,
      volume: media.volume,
      hasFailed: media.error !== null,
    }
    for (const tell of stateListeners) tell()
    if (state.isPlaying && frame === 0) run()
  }
  const settle = () => {
    if (!media || wanted === undefined || media.readyState === 0) return
    media.currentTime = wanted
    wanted = undefined
  }

  function seek(seconds: number): void {
    wanted = Math.max(0, seconds)
    settle()
    tellTime()
  }

  return {
    /** Ends with what it returns. */
    attach: (element: HTMLMediaElement): (() => void) => {
      media = element
      const ends = new AbortController()
      const { signal } = ends
      for (const event of ['play', 'pause', 'ended', 'ratechange', 'volumechange', 'error', 'emptied'])
        element.addEventListener(event, read, { signal })
      element.addEventListener('loadedmetadata', settle, { signal })
      for (const event of ['seeked', 'timeupdate', 'pause'])
        element.addEventListener(event, tellTime, { signal })
      settle()
      read()
      return () => {
        ends.abort()
        cancelAnimationFrame(frame)
        frame = 0
        wanted = element.currentTime
        media = undefined
      }
    },
    state: () => state,
    onState: (listener: () => void): (() => void) => {
      stateListeners.add(listener)
      return () => stateListeners.delete(listener)
    },
    time,
    onTime: (listener: (seconds: number) => void): (() => void) => {
      timeListeners.add(listener)
      return () => timeListeners.delete(listener)
    },
    seek,
    skip: (seconds: number) => seek(time() + seconds),
    toggle: (): void => {
      if (!media) return
      if (media.paused) media.play().catch(read)
      else media.pause()
    },
    setRate: (rate: number): void => {
      if (media) media.playbackRate = rate
    },
    stepRate: (by: 1 | -1): void => {
      const place = rates.findIndex((rate) => rate >= state.rate)
      const rate = rates[Math.min(Math.max(place + by, 0), rates.length - 1)]
      if (media && rate !== undefined) media.playbackRate = rate
    },
    setMuted: (isMuted: boolean): void => {
      if (!media) return
      media.muted = isMuted
      if (!isMuted && media.volume === 0) media.volume = 1
    },
    setVolume: (volume: number): void => {
      if (!media) return
      media.volume = volume
      media.muted = volume === 0
    },
    /** After it failed: asks for it again. */
    reload: (): void => {
      wanted = time()
      media?.load()
    },
  }
}
