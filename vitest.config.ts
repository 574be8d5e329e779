import { defineConfig } from 'vitest/config'

const integration = '**/*.integration.test.ts'
/** Integration tests that prove a requirement from inside, because it needs a clock or a hand in the database. */
const contractIntegration = '**/*.contract.integration.test.ts'

const server = {
  globalSetup: 'packages/server/test/harness/global-setup.ts',
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // Two cores carry the database, the store and the tests; more workers only make each slower.
  maxWorkers: 2,
}

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: [integration, '**/node_modules/**'],
          // Those of the SDK wait as long as a server on loopback tells them; a busy machine adds to that.
          testTimeout: 30_000,
        },
      },
      { test: { name: 'architecture', include: ['packages/server/test/architecture.test.ts'] } },
      {
        test: {
          ...server,
          name: 'integration',
          include: [`packages/server/${integration}`],
          exclude: [contractIntegration, '**/node_modules/**'],
        },
      },
      { test: { ...server, name: 'inside', include: [`packages/server/${contractIntegration}`] } },
      {
        test: {
          name: 'acceptance',
          include: ['acceptance/tests/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'sdk',
          include: [`packages/sdk/${integration}`],
          globalSetup: 'packages/sdk/test/global-setup.ts',
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'cli',
          include: [`packages/cli/${integration}`],
          globalSetup: 'packages/cli/test/global-setup.ts',
          testTimeout: 240_000,
          hookTimeout: 240_000,
          // One after the other: a test stops the worker, others measure time and memory.
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['packages/web/e2e/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 120_000,
          // One browser and one system on two cores.
          fileParallelism: false,
          expect: { poll: { timeout: 30_000, interval: 100 } },
        },
      },
      {
        test: {
          name: 'processors',
          include: [`packages/processors/${integration}`],
          testTimeout: 180_000,
          hookTimeout: 60_000,
          maxWorkers: 1,
        },
      },
    ],
  },
})
