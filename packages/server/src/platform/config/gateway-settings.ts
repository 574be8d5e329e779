/** Settings of the upload gateway. api, worker and admin read them to sign, the gateway to verify. */
import { Type } from 'typebox'

const MiB = 1024 ** 2
const GiB = 1024 ** 3

export const gatewaySettings = {
  INLET_GATEWAY: Type.Enum(['auto', 'always', 'never'], {
    default: 'auto',
    description:
      'When clients upload to the gateway instead of the object store: where the store has no POST policies or cannot take a form of that size (auto, with INLET_GATEWAY_URL), always, or never.',
  }),
  INLET_GATEWAY_URL: Type.Optional(
    Type.String({
      pattern: '^https?://[^\\s/?#:]+(:\\d{1,5})?(/[^\\s?#]*[^\\s/?#])?$',
      description:
        'URL of the upload gateway for clients, without a trailing slash; it can be INLET_PUBLIC_URL if the proxy passes /gateway/ to the gateway. If unset, no gateway is used.',
    }),
  ),
  INLET_GATEWAY_PORT: Type.Integer({
    default: 3002,
    minimum: 0,
    maximum: 65535,
    description: 'Port of the upload gateway.',
  }),
  INLET_GATEWAY_SECRET: Type.Optional(
    Type.String({
      minLength: 32,
      description:
        'At least 32 random characters with which the api signs uploads for the gateway; the same for all processes. Default: derived from S3_SECRET_ACCESS_KEY. Required if processes have different access keys or a role.',
    }),
  ),
  INLET_GATEWAY_UPLOADS: Type.Integer({
    default: 200,
    minimum: 1,
    maximum: 10_000,
    description:
      'Maximum number of uploads that one gateway process receives at the same time; further ones get 503 with Retry-After.',
  }),
  INLET_GATEWAY_MEMORY_MB: Type.Integer({
    default: 16,
    minimum: 6,
    maximum: 4096,
    description:
      'Memory of one gateway process for files under 5 MB while they arrive, in MB; further ones wait. Larger files are not held in memory.',
  }),
  S3_MAX_FORM_BYTES: Type.Integer({
    default: 5 * GiB,
    minimum: 5 * MiB,
    maximum: 5 * 1024 * GiB,
    description:
      'Largest form that the object store accepts, in bytes. Forms that may be larger go through the gateway (INLET_GATEWAY).',
  }),
}
