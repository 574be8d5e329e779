/** One core per job: the worker decides how many jobs run at once. */
export const detectorOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  graphOptimizationLevel: 'all',
} as const
