import { defineConfig } from 'vitest/config'

const integration = '**/*.integration.test.ts'
/** Tests of requirements that need clock control or direct database access. */
const contractIntegration = '**/*.contract.integration.test.ts'
/** Tests that promise a time or a rate, measured on a machine that does nothing else. */
const timedIntegration = ['**/*.timed.integration.test.ts', '**/*.scale.integration.test.ts']

const server = {
  globalSetup: 'packages/server/test/harness/global-setup.ts',
  // Only to end tests that hang: what has to be fast is asserted by the tests.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  // Two cores run the database, the store and the tests; more workers would only slow each other down.
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
          // SDK tests wait for delays given by a loopback server, and longer on a busy machine.
          testTimeout: 120_000,
          // Node runs TypeScript directly and unit tests have no side effects: no transform, no isolation.
          experimental: { viteModuleRunner: false },
          isolate: false,
          // More workers than cores, because some tests wait. Processes, because some measure their CPU time.
          pool: 'forks',
          maxWorkers: 4,
        },
      },
      { test: { name: 'architecture', include: ['packages/server/test/*.test.ts'] } },
      {
        test: {
          ...server,
          name: 'integration',
          include: [`packages/server/${integration}`],
          exclude: [contractIntegration, ...timedIntegration, '**/node_modules/**'],
        },
      },
      {
        test: {
          ...server,
          name: 'timed',
          include: timedIntegration.map((pattern) => `packages/server/${pattern}`),
          // After the other integration tests.
          sequence: { groupOrder: 1 },
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
          // Sequential: one test stops the worker, others measure time and memory.
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['packages/web/e2e/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 120_000,
          // Sequential: one browser and one system on two cores.
          fileParallelism: false,
          expect: { poll: { timeout: 30_000, interval: 100 } },
        },
      },
      {
        test: {
          name: 'processors',
          // Those of survey-csv read many random files, or measure time and memory on large ones.
          include: [`packages/processors/${integration}`, `packages/survey-csv/${integration}`],
          testTimeout: 180_000,
          hookTimeout: 60_000,
          maxWorkers: 1,
        },
      },
    ],
  },
})
