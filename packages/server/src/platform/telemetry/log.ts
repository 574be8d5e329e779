import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

/**
 * JSON lines on standard output. Nothing a caller sent is logged: no bodies, no query values, no headers except the
 * request id. Redaction is the second line of defence, for an object that is logged as a whole by mistake.
 */
export function createLog(options: { name: string; level: string; destination?: DestinationStream }): Log {
  const secretNames = [
    'authorization',
    'cookie',
    'password',
    'secret',
    'client_secret',
    'clientSecret',
    'access_token',
  ]
  const settings = {
    name: options.name,
    level: options.level,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: {
      paths: [
        ...secretNames,
        ...secretNames.map((name) => `*.${name}`),
        'headers',
        '*.headers',
        '*.upload_fields',
      ],
      censor: '[hidden]',
    },
  }
  return pino(settings, options.destination ?? pino.destination({ dest: 1, sync: false, minLength: 0 }))
}
