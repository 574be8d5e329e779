/**
 * Writes docs/configuration.md and the list of settings in deploy/compose.yaml from the configuration schema. `--check`
 * fails when one of them is stale.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigSchema } from '../packages/server/src/platform/config/config.ts'
import { writeComposeSettings } from './deploy/compose-settings.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

interface Property {
  description?: string
  default?: string | number | boolean
  enum?: unknown[]
  type?: string
  minimum?: number
  maximum?: number
}

function describeValues({ type, enum: values, minimum, maximum }: Property): string {
  if (values) return values.map((value) => `\`${String(value)}\``).join(', ')
  if (type === 'boolean') return '`true`, `false`'
  if (type !== 'integer') return 'text'
  const bounds = [minimum !== undefined && `from ${minimum}`, maximum !== undefined && `to ${maximum}`]
  return ['number', ...bounds.filter((bound) => bound !== false)].join(' ')
}

const required = new Set<string>(ConfigSchema.required)
const rows = Object.entries(ConfigSchema.properties as Record<string, Property>).map(([name, property]) => {
  const isRequired = required.has(name) && property.default === undefined
  const value =
    property.default === undefined || property.default === '' ? '–' : `\`${String(property.default)}\``
  return `| \`${name}\` | ${isRequired ? '**required**' : value} | ${describeValues(property)} | ${property.description ?? ''} |`
})

const text = `# Configuration

Settings are environment variables, read once at start. A process with missing or invalid settings lists all of
them and exits with code 78. An empty variable counts as unset. \`inlet-admin\` needs \`DATABASE_URL\` and
\`INLET_SECRET\`, \`INLET_PUBLIC_URL\` to invite people, and all settings of the api for the commands in
[operations](operations.md).

| Variable | Default | Values | Meaning |
|---|---|---|---|
${rows.join('\n')}
`

const composePath = 'deploy/compose.yaml'
const generated: Record<string, string> = {
  'docs/configuration.md': text,
  [composePath]: writeComposeSettings(read(composePath), {
    dockerfile: read('deploy/Dockerfile'),
    names: Object.keys(ConfigSchema.properties),
  }),
}

for (const [path, content] of Object.entries(generated)) {
  if (!process.argv.includes('--check')) writeFileSync(join(root, path), content)
  else if (read(path) !== content) {
    console.error(`${path} is stale. Run "npm run config-docs" and commit it.`)
    process.exitCode = 1
  }
}
