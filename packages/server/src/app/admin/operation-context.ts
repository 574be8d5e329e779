/** For commands that also need the object store or the queue: they read the same settings as the api. */
import { pino } from 'pino'
import { type Config, readConfig } from '../../platform/config/config.ts'
import {
  createEnqueue,
  createEnqueueRaw,
  type Enqueue,
  type EnqueueRaw,
} from '../../platform/jobs/enqueue.ts'
import { createQueue } from '../../platform/jobs/queue.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import { openStore } from '../open-store.ts'
import { configOrExit } from '../start.ts'
import { type AdminContext, withContext } from './context.ts'
import { printMessage } from './messages.ts'

export interface QueueContext extends AdminContext {
  enqueue: Enqueue
  enqueueRaw: EnqueueRaw
}

/** The engine's own log is silent: its failures are also thrown and then shown to the operator. */
export function withQueue(work: (context: QueueContext) => Promise<void>): Promise<void> {
  return withContext(async (context) => {
    const queue = createQueue(context.database.pool, 'enqueue', pino({ level: 'silent' }))
    await queue.start()
    try {
      const { boss } = queue
      await work({ ...context, enqueue: createEnqueue(boss), enqueueRaw: createEnqueueRaw(boss) })
    } finally {
      await queue.close()
    }
  })
}

export interface StoreContext extends QueueContext {
  config: Config
  store: ObjectStore
}

export function withStore(work: (context: StoreContext) => Promise<void>): Promise<void> {
  const config = configOrExit(readConfig)
  const store = openStore(config, { onNotice: printMessage })
  return withQueue((context) => work({ ...context, config, store }))
}
