import { afterEach } from 'vitest'
import { closePages } from './browser.ts'

afterEach(({ task }) => closePages({ name: task.name, hasFailed: task.result?.state === 'fail' }))
