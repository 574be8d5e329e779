/** Every setting of the service in one schema. Read once, at the door, and handed on as an argument. */
import '../schema-settings.ts'
import { type Static, type TObject, type TSchema, Type } from 'typebox'
import type { TLocalizedValidationError } from 'typebox/error'
import { Value } from 'typebox/value'

const Url = (description: string, options: Record<string, unknown> = {}) =>
  Type.String({
    pattern: '^https?://[^\\s/?#:]+(:\\d{1,5})?(/[^\\s?#]*[^\\s/?#])?$',
    description,
    ...options,
  })

export const ConfigSchema = Type.Object({
  INLET_PUBLIC_URL: Url('Address under which clients reach the service, without a slash at the end.'),
  INLET_HOST: Type.String({ default: '127.0.0.1', description: 'Address to listen on.' }),
  INLET_PORT: Type.Integer({ default: 3000, minimum: 0, maximum: 65535, description: 'Port to listen on.' }),
  INLET_SECRET: Type.String({
    minLength: 32,
    description:
      'At least 32 random characters. Protects client secrets and signing keys; keep it, and keep it safe.',
  }),
  INLET_RATE_LIMIT_PER_MINUTE: Type.Integer({
    default: 20,
    minimum: 1,
    maximum: 1000,
    description: 'Import calls a minute for each API key; a key may carry its own figure.',
  }),
  INLET_OPERATOR_TEAM_ID: Type.Integer({
    default: 1,
    minimum: 1,
    description:
      'Team whose admins look after the whole instance in the workspace; 1 is the first team made.',
  }),
  INLET_OIDC_ISSUER: Type.Optional(
    Url(
      'Issuer of single sign-on by OpenID Connect. Register <INLET_PUBLIC_URL>/api/v1/workspace/sign-in/provider/callback there. Only people who are users already get in.',
      // Some issuers end in a slash, and it belongs to their name.
      { pattern: '^https?://[^\\s?#]+$' },
    ),
  ),
  INLET_OIDC_CLIENT_ID: Type.Optional(
    Type.String({ minLength: 1, description: 'Client id at the issuer; needed with INLET_OIDC_ISSUER.' }),
  ),
  INLET_OIDC_CLIENT_SECRET: Type.Optional(
    Type.String({ minLength: 1, description: 'Client secret at the issuer; needed with INLET_OIDC_ISSUER.' }),
  ),
  INLET_OIDC_NAME: Type.String({
    default: 'single sign-on',
    minLength: 1,
    description: 'What the sign-in page calls the issuer.',
  }),
  INLET_OIDC_SCOPES: Type.String({
    default: 'openid email profile',
    pattern: '(^| )openid( |$)',
    description: 'Scopes asked for at the issuer.',
  }),
  INLET_OIDC_TRUST_EMAIL: Type.Boolean({
    default: false,
    description:
      'true: addresses of the issuer count as verified where it does not say so. Only for an issuer whose people cannot choose their address.',
  }),
  INLET_WEB_DIR: Type.Optional(
    Type.String({
      pattern: '^/',
      description: 'Folder of the built workspace. Default: packages/web/dist of this installation.',
    }),
  ),
  INLET_TRUST_PROXY: Type.String({
    default: '',
    description: 'Comma-separated addresses of reverse proxies whose X-Forwarded-For is believed.',
  }),
  INLET_LOG_LEVEL: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
    default: 'info',
    description: 'Least severe level that is logged.',
  }),
  INLET_SHUTDOWN_SECONDS: Type.Integer({
    default: 25,
    minimum: 1,
    description: 'How long requests and jobs may finish after SIGTERM.',
  }),
  INLET_WORKER_SLOTS: Type.Integer({
    default: 4,
    minimum: 1,
    maximum: 256,
    description: 'Jobs a worker runs at once.',
  }),
  INLET_WORKER_PORT: Type.Integer({
    default: 0,
    minimum: 0,
    maximum: 65535,
    description: 'Port of the worker for health and metrics; 0 picks a free one.',
  }),
  INLET_WORK_DIR: Type.String({
    default: '/tmp/inlet-work',
    pattern: '^/',
    description: 'Folder for files while they are processed; needs room for the largest of them.',
  }),
  INLET_SPEECH_ENGINES: Type.String({
    default: 'local',
    pattern: '^(local|http|none)(, *(local|http))*$',
    description:
      'Speech-to-text engines in the order they are asked; the first that knows the language of the project is taken. local: English, on this machine. http: a server that speaks the OpenAI protocol. none: recordings can be played but end in error.',
  }),
  INLET_SPEECH_URL: Type.Optional(
    Url('Address of the speech server, without the path, e.g. http://127.0.0.1:8000. For the engine http.'),
  ),
  INLET_SPEECH_PATH: Type.String({
    default: '/v1/audio/transcriptions',
    pattern: '^/',
    description: 'Path of the speech server that takes recordings.',
  }),
  INLET_SPEECH_MODEL: Type.String({
    default: 'whisper-1',
    minLength: 1,
    description: 'Model the speech server is asked for.',
  }),
  INLET_SPEECH_API_KEY: Type.Optional(
    Type.String({ description: 'Key of the speech server, if it wants one.' }),
  ),
  INLET_SPEECH_LANGUAGES: Type.String({
    default: '',
    description: 'Comma-separated languages the speech server knows, e.g. en,de; empty means all.',
  }),
  INLET_SPEECH_MAX_BYTES: Type.Integer({
    default: 25_000_000,
    minimum: 100_000,
    description: 'Largest request the speech server takes.',
  }),
  INLET_PRIVACY_PRESIDIO_URL: Type.Optional(
    Url('Address of a Presidio analyzer that looks for personal data beside the local one.'),
  ),
  INLET_PRIVACY_CHAT_URL: Type.Optional(
    Url(
      'Address of a language model with the chat protocol of OpenAI, without the path, that looks for personal data too. It is sent the transcripts.',
    ),
  ),
  INLET_PRIVACY_CHAT_MODEL: Type.String({
    default: 'gpt-4o-mini',
    minLength: 1,
    description: 'Model that is asked for personal data.',
  }),
  INLET_PRIVACY_CHAT_API_KEY: Type.Optional(
    Type.String({ description: 'Key of the language model, if it wants one.' }),
  ),
  INLET_MODELS_DIR: Type.String({
    default: '/var/lib/inlet/models',
    pattern: '^/',
    description:
      'Folder of the models for speech, faces and text in pictures; "npm run models" fills it. The engine http needs the small one that tells voice from noise.',
  }),
  INLET_STORAGE_PROBE: Type.Enum(['require', 'warn', 'off'], {
    default: 'require',
    description: 'What happens at start when the store does not enforce upload policies.',
  }),
  INLET_CORS_ORIGINS: Type.String({
    default: '*',
    description: 'Comma-separated origins whose pages may upload to the bucket.',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(
    Url(
      'Collector that traces are sent to by OTLP over HTTP, without the path, e.g. http://127.0.0.1:4318. Without it nothing is traced.',
    ),
  ),
  OTEL_EXPORTER_OTLP_HEADERS: Type.String({
    default: '',
    description: 'Headers the collector wants, e.g. authorization=Bearer%20abc. Separated by comma.',
  }),
  OTEL_TRACES_SAMPLER_ARG: Type.String({
    default: '1',
    pattern: '^(0(\\.\\d+)?|1(\\.0+)?)$',
    description: 'Share of the traces that is kept, from 0 to 1, of those that begin here.',
  }),
  DATABASE_URL: Type.String({ pattern: '^postgres(ql)?://', description: 'PostgreSQL 15 or newer.' }),
  DATABASE_POOL_SIZE: Type.Integer({ default: 10, minimum: 2, description: 'Connections for each process.' }),
  S3_ENDPOINT: Url('Address of the object store as the service reaches it.'),
  S3_PUBLIC_ENDPOINT: Type.Optional(
    Url('Address of the object store as clients reach it. Default: S3_ENDPOINT.'),
  ),
  S3_REGION: Type.String({ default: 'us-east-1', description: 'Region used in signatures.' }),
  S3_BUCKET: Type.String({
    pattern: '^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$',
    description: 'Bucket of the service.',
  }),
  S3_ACCESS_KEY_ID: Type.String({ minLength: 1, description: 'Access key of the object store.' }),
  S3_SECRET_ACCESS_KEY: Type.String({ minLength: 1, description: 'Secret key of the object store.' }),
  S3_FORCE_PATH_STYLE: Type.Boolean({
    default: true,
    description: 'Bucket in the path instead of the host name.',
  }),
})
export type Config = Static<typeof ConfigSchema>

export class ConfigError extends Error {
  readonly problems: string[]

  constructor(problems: string[]) {
    super(`The configuration is not usable:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.name = 'ConfigError'
    this.problems = problems
  }
}

/** The few settings the command line of the operator needs: it never touches the object store. */
const AdminConfigSchema = Type.Object({
  ...Type.Pick(ConfigSchema, ['DATABASE_URL', 'INLET_SECRET', 'INLET_LOG_LEVEL']).properties,
  INLET_PUBLIC_URL: Type.Optional(ConfigSchema.properties.INLET_PUBLIC_URL),
})

export function readConfig(env: NodeJS.ProcessEnv): Config {
  const config = readSettings(ConfigSchema, env)
  refuseHalfAProvider(config)
  return config
}
export const readAdminConfig = (env: NodeJS.ProcessEnv) => readSettings(AdminConfigSchema, env)

/** A provider with a part missing would only be noticed by the first person who cannot sign in. */
function refuseHalfAProvider(config: Config): void {
  const names = ['INLET_OIDC_ISSUER', 'INLET_OIDC_CLIENT_ID', 'INLET_OIDC_CLIENT_SECRET'] as const
  const missing = names.filter((name) => config[name] === undefined)
  if (missing.length > 0 && missing.length < names.length)
    throw new ConfigError(missing.map((name) => `${name} is not set. ${describe(name)}`))
}

function readSettings<Schema extends TObject>(schema: Schema, env: NodeJS.ProcessEnv): Static<Schema> {
  const given: Record<string, unknown> = {}
  for (const name of Object.keys(schema.properties)) {
    // An empty variable means "not set", as compose files and shells write it.
    if (env[name] !== undefined && env[name] !== '') given[name] = convert(schema.properties[name], env[name])
  }
  const value = Value.Default(schema, given)
  if (Value.Check(schema, value)) return value
  throw new ConfigError(listProblems(schema, value))
}

/** Exactly what is written: `3.9` is no port, and `true` no number. What does not fit is left for the check. */
function convert(property: TSchema | undefined, text: string): unknown {
  const type = property && 'type' in property ? property.type : undefined
  if (type === 'integer' && /^-?\d{1,15}$/.test(text)) return Number(text)
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

function complain(error: TLocalizedValidationError): string {
  if (error.keyword === 'required') return 'is not set'
  if (error.keyword === 'enum') return `must be one of ${error.params.allowedValues.join(', ')}`
  return error.keyword === 'pattern' ? 'is not in the expected form' : error.message
}

function listProblems(schema: TObject, value: unknown): string[] {
  const problems = new Map<string, string>()
  for (const error of Value.Errors(schema, value)) {
    const names =
      error.keyword === 'required' ? error.params.requiredProperties : [error.instancePath.slice(1)]
    for (const name of names) {
      if (!problems.has(name)) problems.set(name, `${name} ${complain(error)}. ${describe(name)}`.trim())
    }
  }
  return [...problems.values()]
}

function describe(name: string): string {
  const property: object | undefined = Object.entries(ConfigSchema.properties).find(
    ([known]) => known === name,
  )?.[1]
  return property && 'description' in property ? String(property.description) : ''
}

export function commaList(value: string): string[] {
  return value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}
