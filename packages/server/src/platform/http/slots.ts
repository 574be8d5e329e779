/** Limits how many expensive calls run at the same time, in total and per caller; the others wait a moment. */
import { AppError } from '../errors.ts'

export interface SlotOptions {
  total: number
  perCaller: number
  /** Calls of one caller that may wait. */
  maxWaiting: number
  waitMs: number
}

export type RunInSlot = <T>(caller: string, work: () => Promise<T>) => Promise<T>

interface Waiter {
  caller: string
  start: () => void
}

export function createSlots({ total, perCaller, maxWaiting, waitMs }: SlotOptions): RunInSlot {
  const running = new Map<string, number>()
  const waiters: Waiter[] = []
  let count = 0

  const isFree = (caller: string) => count < total && (running.get(caller) ?? 0) < perCaller

  function enter(caller: string): void {
    count += 1
    running.set(caller, (running.get(caller) ?? 0) + 1)
  }

  function leave(caller: string): void {
    count -= 1
    const left = (running.get(caller) ?? 1) - 1
    if (left === 0) running.delete(caller)
    else running.set(caller, left)
    const next = waiters.findIndex((waiter) => isFree(waiter.caller))
    if (next >= 0) waiters.splice(next, 1)[0]?.start()
  }

  function waitForSlot(caller: string): Promise<void> {
    if (isFree(caller)) {
      enter(caller)
      return Promise.resolve()
    }
    if (waiters.filter((waiter) => waiter.caller === caller).length >= maxWaiting)
      return Promise.reject(busy())
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiter = {
      caller,
      start() {
        clearTimeout(timer)
        enter(caller)
        resolve()
      },
    }
    const timer = setTimeout(() => {
      waiters.splice(waiters.indexOf(waiter), 1)
      reject(busy())
    }, waitMs)
    waiters.push(waiter)
    return promise
  }

  return async (caller, work) => {
    await waitForSlot(caller)
    try {
      return await work()
    } finally {
      leave(caller)
    }
  }
}

const busy = () =>
  new AppError('rate_limited', {
    message: 'Too many searches are running. Wait a moment, then try again.',
    headers: { 'retry-after': '2' },
  })
