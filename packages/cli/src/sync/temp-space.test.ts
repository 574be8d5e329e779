import { expect, it } from 'vitest'
import { createTempSpace } from './temp-space.ts'

const never = new AbortController().signal

function fill(limit: number) {
  const space = createTempSpace(limit)
  const started: string[] = []
  const take = (name: string, bytes: number, signal = never) =>
    space.take(bytes, signal).then(
      () => void started.push(name),
      () => void started.push(`${name} stopped`),
    )
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  return { space, started, take, settle }
}

it('starts files in order, as long as there is room', async () => {
  const { space, started, take, settle } = fill(10)
  void take('a', 6)
  void take('b', 5)
  void take('c', 1)
  await settle()
  expect(started).toEqual(['a'])
  space.give(6)
  await settle()
  expect(started).toEqual(['a', 'b', 'c'])
})

it('lets a file above the limit through alone', async () => {
  const { space, started, take, settle } = fill(10)
  void take('a', 1)
  void take('large', 50)
  await settle()
  expect(started).toEqual(['a'])
  space.give(1)
  void take('c', 1)
  await settle()
  expect(started).toEqual(['a', 'large'])
  space.give(50)
  await settle()
  expect(started).toEqual(['a', 'large', 'c'])
})

it('stops waiting when it is aborted', async () => {
  const { started, take, settle } = fill(10)
  const controller = new AbortController()
  void take('a', 8)
  void take('b', 8, controller.signal)
  void take('c', 2)
  await settle()
  controller.abort()
  await settle()
  expect(started).toEqual(['a', 'b stopped', 'c'])
})
