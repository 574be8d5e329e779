import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/**
 * The metrics of one process. Labels are bounded: route templates and job kinds, never ids. No label is called `job`,
 * which Prometheus uses itself.
 */
export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return {
    registry,
    httpDuration: new Histogram({
      name: 'inlet_http_request_duration_seconds',
      help: 'Response time, by route template and status.',
      labelNames: ['method', 'route', 'status'] as const,
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers: [registry],
    }),
    rateLimited: new Counter({
      name: 'inlet_rate_limited_total',
      help: 'Requests rejected with 429, by limiter.',
      labelNames: ['limiter'] as const,
      registers: [registry],
    }),
    signIns: new Counter({
      name: 'inlet_sign_ins_total',
      help: 'Attempts to sign in to the workspace, by method and outcome.',
      labelNames: ['method', 'outcome'] as const,
      registers: [registry],
    }),
    changeStreams: new Gauge({
      name: 'inlet_change_streams',
      help: 'Open change streams of the workspace in this process.',
      registers: [registry],
    }),
    jobDuration: new Histogram({
      name: 'inlet_job_duration_seconds',
      help: 'Duration of job attempts, by job kind and outcome.',
      labelNames: ['kind', 'outcome'] as const,
      buckets: [0.01, 0.05, 0.25, 1, 5, 15, 60, 300, 1800, 7200],
      registers: [registry],
    }),
    jobsActive: new Gauge({
      name: 'inlet_jobs_active',
      help: 'Jobs running in this process, by job kind.',
      labelNames: ['kind'] as const,
      registers: [registry],
    }),
    jobWait: new Histogram({
      name: 'inlet_job_wait_seconds',
      help: 'Time from when a job was due until it started, by job kind.',
      labelNames: ['kind'] as const,
      buckets: [0.1, 0.5, 1, 5, 15, 60, 300, 1800, 7200],
      registers: [registry],
    }),
    sandboxRuns: new Counter({
      name: 'inlet_sandbox_runs_total',
      help: 'Programs run in the sandbox, by outcome: ok, crashed, timed_out, out_of_memory, out_of_space, refused.',
      labelNames: ['outcome'] as const,
      registers: [registry],
    }),
    sandboxMode: new Gauge({
      name: 'inlet_sandbox_mode',
      help: '1 for the sandbox that this worker uses: full, reduced, or none if it processes no files.',
      labelNames: ['mode'] as const,
      registers: [registry],
    }),
    workerPaused: new Gauge({
      name: 'inlet_worker_paused',
      help: '1 while this worker processes no files, by reason: sandbox, converters or disk.',
      labelNames: ['reason'] as const,
      registers: [registry],
    }),
    machineFaults: new Counter({
      name: 'inlet_machine_faults_total',
      help: 'Attempts that failed because of this machine and are repeated, by reason.',
      labelNames: ['reason'] as const,
      registers: [registry],
    }),
    storageDuration: new Histogram({
      name: 'inlet_storage_request_duration_seconds',
      help: 'Duration of object store calls, by operation.',
      labelNames: ['operation'] as const,
      buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60],
      registers: [registry],
    }),
    storageErrors: new Counter({
      name: 'inlet_storage_errors_total',
      help: 'Object store calls that failed after all retries, by operation.',
      labelNames: ['operation'] as const,
      registers: [registry],
    }),
    databaseWait: new Histogram({
      name: 'inlet_database_pool_wait_seconds',
      help: 'Time spent waiting for a database connection of this process.',
      buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2, 5],
      registers: [registry],
    }),
    webhookAttempts: new Counter({
      name: 'inlet_webhook_attempts_total',
      help: 'Requests to webhooks by this process, by outcome: succeeded, failed.',
      labelNames: ['outcome'] as const,
      registers: [registry],
    }),
    gatewayUploads: new Gauge({
      name: 'inlet_gateway_uploads',
      help: 'Uploads that this gateway is receiving, by kind: form, part.',
      labelNames: ['kind'] as const,
      registers: [registry],
    }),
    gatewayBytes: new Counter({
      name: 'inlet_gateway_bytes_total',
      help: 'Bytes of uploads that this gateway has stored, by kind: form, part.',
      labelNames: ['kind'] as const,
      registers: [registry],
    }),
    droppedSpans: new Counter({
      name: 'inlet_spans_dropped_total',
      help: 'Spans that could not be delivered to the collector.',
      registers: [registry],
    }),
  }
}
export type Metrics = ReturnType<typeof createMetrics>
