import { defineConfig } from 'vitest/config'

const integration = '**/*.integration.test.ts'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: [integration, '**/node_modules/**'],
        },
      },
      { test: { name: 'architecture', include: ['packages/server/test/architecture.test.ts'] } },
      {
        test: {
          name: 'integration',
          include: [`packages/server/${integration}`],
          globalSetup: 'packages/server/test/harness/global-setup.ts',
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // Two cores carry the database, the store and the tests; more workers only make each slower.
          maxWorkers: 2,
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
