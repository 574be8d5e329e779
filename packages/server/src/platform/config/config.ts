/** Every setting of the service in one schema. Read once at start-up and passed on as an argument. */
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { type Static, Type } from 'typebox'
import { isAllowedEntry } from '../outbound/allowed-destinations.ts'
import { gatewaySettings } from './gateway-settings.ts'
import { missingOfGateway, missingOfKey, missingOfMail, missingOfProvider } from './missing-settings.ts'
import { ConfigError, describeSetting, readSettings } from './read-settings.ts'

const Url = (description: string, options: Record<string, unknown> = {}) =>
  Type.String({
    pattern: '^https?://[^\\s/?#:]+(:\\d{1,5})?(/[^\\s?#]*[^\\s/?#])?$',
    description,
    ...options,
  })

export const ConfigSchema = Type.Object({
  INLET_PUBLIC_URL: Url('Public URL of the service, without a trailing slash.'),
  INLET_HOST: Type.String({ default: '127.0.0.1', description: 'Address to listen on.' }),
  INLET_PORT: Type.Integer({ default: 3000, minimum: 0, maximum: 65535, description: 'Port to listen on.' }),
  INLET_SECRET: Type.String({
    minLength: 32,
    description:
      'At least 32 random characters. Protects client secrets and signing keys; back it up separately from the database. A process whose secret does not match the database does not start.',
  }),
  INLET_SECRET_PREVIOUS: Type.Optional(
    Type.String({
      minLength: 32,
      description:
        'The secret that INLET_SECRET replaces. Set it while you rotate the secret, and remove it afterwards.',
    }),
  ),
  INLET_RATE_LIMIT_PER_MINUTE: Type.Integer({
    default: 20,
    minimum: 1,
    maximum: 1000,
    description: 'Import calls per minute for each API key; a key can have its own limit.',
  }),
  INLET_READ_RATE_LIMIT_PER_MINUTE: Type.Integer({
    default: 120,
    minimum: 1,
    maximum: 10_000,
    description:
      'Calls per minute for each API key to everything except imports, such as the event log; a key can have its own limit.',
  }),
  INLET_EVENT_RETENTION_DAYS: Type.Integer({
    default: 30,
    minimum: 1,
    maximum: 365,
    description: 'Days for which events are kept.',
  }),
  INLET_SESSION_CALLS_PER_MINUTE: Type.Integer({
    default: 1200,
    minimum: 60,
    maximum: 100_000,
    description: 'Workspace calls per minute that each api process answers for one session.',
  }),
  INLET_KEYS_PER_PERSON: Type.Integer({
    default: 50,
    minimum: 1,
    maximum: 1000,
    description: 'Active API keys that one person can create in the workspace. inlet-admin is not limited.',
  }),
  INLET_MEDIA_PER_SURVEY: Type.Integer({
    default: 10_000,
    minimum: 1,
    maximum: 100_000,
    description: 'Media files that can be registered for one survey upload.',
  }),
  INLET_TEAM_STORAGE_GB: Type.Integer({
    default: 0,
    minimum: 0,
    maximum: 1_000_000,
    description:
      'Storage for the uploads of each team in GB; 0 means no limit. "inlet-admin team quota" sets another value for one team.',
  }),
  INLET_OPERATOR_TEAM_ID: Type.Integer({
    default: 1,
    minimum: 1,
    description: 'Id of the team whose admins are the operators of the instance; 1 is the first team.',
  }),
  INLET_OIDC_ISSUER: Type.Optional(
    Url(
      'Issuer for single sign-on with OpenID Connect. Register the redirect URI INLET_PUBLIC_URL + /api/v1/workspace/sign-in/provider/callback there. Only existing users can sign in.',
      // Some issuers end in a slash, and it belongs to their name.
      { pattern: '^https?://[^\\s?#]+$' },
    ),
  ),
  INLET_OIDC_CLIENT_ID: Type.Optional(
    Type.String({ minLength: 1, description: 'Client id at the issuer; required with INLET_OIDC_ISSUER.' }),
  ),
  INLET_OIDC_CLIENT_SECRET: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'Client secret at the issuer; required with INLET_OIDC_ISSUER.',
    }),
  ),
  INLET_OIDC_NAME: Type.String({
    default: 'single sign-on',
    minLength: 1,
    description: 'Name of the issuer on the sign-in page.',
  }),
  INLET_OIDC_SCOPES: Type.String({
    default: 'openid email profile',
    pattern: '(^| )openid( |$)',
    description: 'Scopes requested from the issuer.',
  }),
  INLET_OIDC_TRUST_EMAIL: Type.Boolean({
    default: false,
    description:
      'Treat e-mail addresses as verified if the issuer does not say whether they are. Only for issuers where people cannot choose their address.',
  }),
  INLET_SMTP_URL: Type.Optional(
    Type.String({
      pattern: '^smtps?://([^\\s/?#@]+@)?[^\\s/?#@]+$',
      description:
        'SMTP server that sends invitations, links to reset a password and reports of imports, e.g. smtp://user:password@mail.example:587 (STARTTLS) or smtps://… (TLS, port 465). Percent-encode special characters of the password. If unset, no e-mail is sent.',
    }),
  ),
  INLET_MAIL_FROM: Type.Optional(
    Type.String({
      pattern: '^[^\\r\\n]*[^\\s@<]+@[^\\s@>]+>?$',
      description: 'Sender of e-mail, e.g. Inlet <inlet@example.org>; required with INLET_SMTP_URL.',
    }),
  ),
  INLET_WEB_DIR: Type.Optional(
    Type.String({
      pattern: '^/',
      description: 'Folder with the built web workspace. Default: packages/web/dist of this installation.',
    }),
  ),
  INLET_TRUST_PROXY: Type.String({
    default: '',
    description: 'Comma-separated addresses of reverse proxies whose X-Forwarded-For is trusted.',
  }),
  INLET_OUTBOUND_ALLOWED: Type.String({
    default: '',
    description:
      'Comma-separated host names, IP addresses and CIDR networks, e.g. hooks.internal,*.corp.example,10.0.0.0/8, to which requests for users may be sent by http and at private addresses. *. means all subdomains. Responses of these hosts are not shown.',
  }),
  INLET_DOWNLOAD_ALLOWED: Type.String({
    default: '',
    description:
      'The same for imports from a URL: hosts and networks from which files may be downloaded by http and at private addresses. Every user who can import can read what these hosts serve.',
  }),
  INLET_LOG_LEVEL: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
    default: 'info',
    description: 'Minimum level that is logged.',
  }),
  INLET_SHUTDOWN_SECONDS: Type.Integer({
    default: 25,
    minimum: 1,
    description:
      'Seconds within which a process ends after SIGTERM. The last few are for closing connections; jobs that take longer are retried.',
  }),
  INLET_WORKER_SLOTS: Type.Integer({
    default: 4,
    minimum: 1,
    maximum: 256,
    description: 'Number of jobs that a worker runs at the same time.',
  }),
  INLET_DOWNLOAD_SLOTS: Type.Integer({
    default: 2,
    minimum: 0,
    maximum: 64,
    description:
      'Number of files that a worker downloads at the same time for imports from a URL, in addition to its jobs; each needs about 20 MB of memory. 0 everywhere turns these imports off.',
  }),
  INLET_WORKER_PORT: Type.Integer({
    default: 0,
    minimum: 0,
    maximum: 65535,
    description: 'Port of the worker for health and metrics; 0 chooses a free one.',
  }),
  INLET_WORK_DIR: Type.Optional(
    Type.String({
      pattern: '^/',
      description:
        'Private folder for files while they are processed; needs space for the largest of them. Default: inlet/work in $XDG_CACHE_HOME or ~/.cache; /var/cache/inlet/work for root.',
    }),
  ),
  INLET_WORK_DIR_MIN_FREE_MB: Type.Integer({
    default: 1024,
    minimum: 0,
    description:
      'Free space of INLET_WORK_DIR in MB below which a worker processes no further files. It resumes by itself.',
  }),
  INLET_EXPORT_VOLUME_MB: Type.Integer({
    default: 2048,
    minimum: 1,
    maximum: 10_000,
    description:
      'Size in MB from which an export of a project continues in another ZIP archive. A larger file is alone in its archive. After a crash, the archive that was being written is started again.',
  }),
  INLET_EXPORT_QDPX_MB: Type.Integer({
    default: 10_000,
    minimum: 1,
    maximum: 10_000,
    description:
      'Size in MB of a REFI-QDA archive (.qdpx) from which further files are put in other ZIP archives. Programs for analysis open one archive, so it is not divided. After a crash, it is started again.',
  }),
  INLET_SANDBOX: Type.Enum(['require', 'reduced'], {
    default: 'require',
    description:
      'What a worker does where converters cannot run in namespaces: process no files (require), or isolate them with Landlock and seccomp only (reduced).',
  }),
  INLET_SPEECH_ENGINES: Type.String({
    default: 'local',
    pattern: '^(local|http|none)(, *(local|http))*$',
    description:
      'Speech-to-text engines in order of preference; the first that supports the transcript language of the project is used. local: English, on this machine. http: a server with the OpenAI protocol. none: recordings can be played but end in error.',
  }),
  INLET_SPEECH_URL: Type.Optional(
    Url('URL of the speech server for the engine http, without the path, e.g. http://127.0.0.1:8000.'),
  ),
  INLET_SPEECH_PATH: Type.String({
    default: '/v1/audio/transcriptions',
    pattern: '^/',
    description: 'Path of the transcription endpoint of the speech server.',
  }),
  INLET_SPEECH_MODEL: Type.String({
    default: 'whisper-1',
    minLength: 1,
    description: 'Model requested from the speech server.',
  }),
  INLET_SPEECH_API_KEY: Type.Optional(
    Type.String({ description: 'API key of the speech server, if it requires one.' }),
  ),
  INLET_SPEECH_LANGUAGES: Type.String({
    default: '',
    description: 'Comma-separated languages that the speech server supports, e.g. en,de; empty means all.',
  }),
  INLET_SPEECH_MAX_BYTES: Type.Integer({
    default: 25_000_000,
    minimum: 100_000,
    description: 'Maximum request size of the speech server in bytes.',
  }),
  INLET_PRIVACY_PRESIDIO_URL: Type.Optional(
    Url('URL of a Presidio analyzer that detects personal data in addition to the local one.'),
  ),
  INLET_PRIVACY_CHAT_URL: Type.Optional(
    Url(
      'URL of a language model with the OpenAI chat protocol, without the path, that detects personal data in addition. It receives the transcripts.',
    ),
  ),
  INLET_PRIVACY_CHAT_MODEL: Type.String({
    default: 'gpt-4o-mini',
    minLength: 1,
    description: 'Model that detects personal data.',
  }),
  INLET_PRIVACY_CHAT_API_KEY: Type.Optional(
    Type.String({ description: 'API key of the language model, if it requires one.' }),
  ),
  INLET_MODELS_DIR: Type.String({
    default: '/var/lib/inlet/models',
    pattern: '^/',
    description:
      'Folder with the models for speech, faces and text in images; "npm run models" downloads them. The engine http needs the small voice detection model.',
  }),
  INLET_STORAGE_PROBE: Type.Enum(['require', 'warn', 'off'], {
    default: 'require',
    description:
      'What to do at start if the store does not enforce upload policies or refuses something the service needs: refuse to start, log a warning, or do not check.',
  }),
  INLET_MULTIPART_UPLOADS: Type.Enum(['auto', 'always', 'off'], {
    default: 'auto',
    description:
      'Whether clients can upload in parts: if the store refuses parts of another length than the signed one (auto), with any store (always; a client can then fill space until complete refuses its file), or not at all (off).',
  }),
  INLET_CORS_ORIGINS: Type.String({
    default: '*',
    description: 'Comma-separated origins that may upload to the bucket or the gateway from a browser.',
  }),
  ...gatewaySettings,
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(
    Url(
      'URL of the collector for traces by OTLP over HTTP, without the path, e.g. http://127.0.0.1:4318. If unset, tracing is off.',
    ),
  ),
  OTEL_EXPORTER_OTLP_HEADERS: Type.String({
    default: '',
    description: 'Comma-separated headers for the collector, e.g. authorization=Bearer%20abc.',
  }),
  OTEL_TRACES_SAMPLER_ARG: Type.String({
    default: '1',
    pattern: '^(0(\\.\\d+)?|1(\\.0+)?)$',
    description: 'Fraction of the traces started here that is sampled, from 0 to 1.',
  }),
  DATABASE_URL: Type.String({
    pattern: '^postgres(ql)?://',
    description: 'Connection URL of PostgreSQL 15 or newer.',
  }),
  DATABASE_POOL_SIZE: Type.Integer({
    default: 10,
    minimum: 2,
    description: 'Maximum number of connections per process.',
  }),
  S3_ENDPOINT: Url('URL of the object store for the service itself.'),
  S3_PUBLIC_ENDPOINT: Type.Optional(Url('URL of the object store for clients. Default: S3_ENDPOINT.')),
  S3_REGION: Type.String({ default: 'us-east-1', description: 'Region used in signatures.' }),
  S3_BUCKET: Type.String({
    pattern: '^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$',
    description: 'Name of the bucket.',
  }),
  S3_ACCESS_KEY_ID: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        "Access key id for the object store. Without it the AWS SDK's own sources are used: environment, shared files, web identity, container and instance roles.",
    }),
  ),
  S3_SECRET_ACCESS_KEY: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'Secret access key for the object store; required with S3_ACCESS_KEY_ID.',
    }),
  ),
  S3_SESSION_TOKEN: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'Session token of a temporary access key. The service does not renew it; prefer a role.',
    }),
  ),
  S3_MAX_REQUEST_BYTES: Type.Integer({
    default: 5 * 1024 ** 3,
    minimum: 5 * 1024 ** 2,
    maximum: 5 * 1024 ** 3,
    description:
      'Largest object that is written or copied in one request, in bytes; larger ones are transferred in parts. Lower it if a proxy in front of the store limits the size of a request.',
  }),
  S3_FORCE_PATH_STYLE: Type.Boolean({
    default: true,
    description: 'Put the bucket name in the path instead of the host name.',
  }),
})
export type Config = Static<typeof ConfigSchema> & { INLET_WORK_DIR: string }

/** The few settings the admin command line needs; most commands never use the object store. */
const AdminConfigSchema = Type.Object({
  ...Type.Pick(ConfigSchema, ['DATABASE_URL', 'INLET_SECRET', 'INLET_SECRET_PREVIOUS', 'INLET_LOG_LEVEL'])
    .properties,
  INLET_PUBLIC_URL: Type.Optional(ConfigSchema.properties.INLET_PUBLIC_URL),
})

export function readConfig(env: NodeJS.ProcessEnv): Config {
  const settings = readSettings(ConfigSchema, env)
  const config = { ...settings, INLET_WORK_DIR: settings.INLET_WORK_DIR ?? defaultWorkDir(env) }
  refuseMissing([
    ...missingOfProvider(config),
    ...missingOfMail(config),
    ...missingOfKey(config),
    ...missingOfGateway(config),
  ])
  refuseWrongDestinations(config)
  return config
}

/** On disk and in a place where no other user can create it first. Converters of root cannot enter its home. */
function defaultWorkDir(env: NodeJS.ProcessEnv): string {
  if (process.getuid?.() === 0) return '/var/cache/inlet/work'
  const cache = env['XDG_CACHE_HOME']
  return join(cache !== undefined && isAbsolute(cache) ? cache : join(homedir(), '.cache'), 'inlet/work')
}
export const readAdminConfig = (env: NodeJS.ProcessEnv) => readSettings(AdminConfigSchema, env)

/** Settings that are required with others. */
export function refuseMissing(names: readonly string[]): void {
  if (names.length > 0) throw new ConfigError(names.map((name) => `${name} is not set. ${describe(name)}`))
}

function refuseWrongDestinations(config: Config): void {
  const names = ['INLET_OUTBOUND_ALLOWED', 'INLET_DOWNLOAD_ALLOWED'] as const
  const wrong = names.flatMap((name) =>
    commaList(config[name])
      .filter((entry) => !isAllowedEntry(entry))
      .map((entry) => `${name} has the invalid entry ${JSON.stringify(entry)}. ${describe(name)}`),
  )
  if (wrong.length > 0) throw new ConfigError(wrong)
}

const describe = (name: string) => describeSetting(ConfigSchema, name)

export function commaList(value: string): string[] {
  return value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}
