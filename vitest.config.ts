import { defineConfig } from 'vitest/config'

const integration = '**/*.integration.test.ts'
/** Tests of requirements that need clock control or direct database access. */
const contractIntegration = '**/*.contract.integration.test.ts'
/** Tests that promise a time or a rate, measured on a machine that does nothing else. */
const timedIntegration = ['**/*.timed.integration.test.ts', '**/*.scale.integration.test.ts']
/** Tests that replace a module, each file in a process of its own. */
const isolatedIntegration = '**/*.isolated.integration.test.ts'
/** Left out by `.ci/run`: repeated kills, faults of every kind, large inputs, and screens beyond the main ones. */
const long = process.env['INLET_SHORT'] ? ['**/*.long.*'] : []

const server = {
  globalSetup: 'packages/server/test/harness/global-setup.ts',
  // Only to end tests that hang: what has to be fast is asserted by the tests.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  exclude: [...long, '**/node_modules/**'],
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
          exclude: [
            contractIntegration,
            isolatedIntegration,
            ...timedIntegration,
            ...long,
            '**/node_modules/**',
          ],
          // Loading the server again for every file takes half of the CPU time of most files.
          isolate: false,
        },
      },
      {
        test: {
          ...server,
          name: 'integration-isolated',
          include: [`packages/server/${isolatedIntegration}`],
        },
      },
      {
        test: {
          ...server,
          name: 'timed',
          include: timedIntegration.map((pattern) => `packages/${pattern}`),
          // After the other integration tests.
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...server,
          name: 'inside',
          include: [`packages/server/${contractIntegration}`],
          isolate: false,
        },
      },
      {
        test: {
          name: 'acceptance',
          include: ['acceptance/tests/**/*.test.ts'],
          isolate: false,
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
          exclude: [...long, '**/node_modules/**'],
          globalSetup: 'packages/cli/test/global-setup.ts',
          testTimeout: 240_000,
          hookTimeout: 240_000,
          // Sequential: one test stops the worker, others measure time and memory.
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'release',
          include: [`scripts/release/${integration}`],
          testTimeout: 600_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['packages/web/e2e/**/*.test.ts'],
          exclude: [...long, '**/node_modules/**'],
          testTimeout: 300_000,
          hookTimeout: 120_000,
          // Sequential: one browser and one system on two cores.
          fileParallelism: false,
          // All files share one browser.
          isolate: false,
          setupFiles: 'packages/web/e2e/harness/after-each-test.ts',
          expect: { poll: { timeout: 30_000, interval: 100 } },
        },
      },
      {
        test: {
          name: 'processors',
          // Those of refi-qda, survey-csv and transcripts read many random files, or measure time and memory on large ones.
          include: ['processors', 'refi-qda', 'survey-csv', 'transcripts'].map(
            (name) => `packages/${name}/${integration}`,
          ),
          exclude: [...timedIntegration, ...long, '**/node_modules/**'],
          testTimeout: 180_000,
          hookTimeout: 60_000,
          maxWorkers: 1,
        },
      },
    ],
  },
})
