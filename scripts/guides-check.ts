/**
 * `npm run test:guides`: runs the commands of the Debian guides from top to bottom in a fresh Debian 12, with an object
 * store of this machine. It tests the last commit. `--keep` leaves the machine's folder behind.
 *
 * It needs root, mmdebstrap and systemd-nspawn (Debian: mmdebstrap, systemd-container), and the ports below.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DebianRoot, makeDebianRoot, missingTools } from './guides/debian-root.ts'
import { type GuidePart, parts } from './guides/plan.ts'
import { type ScriptOptions, writeScript } from './guides/script.ts'
import { startServices } from './services/index.ts'

const root = join(import.meta.dirname, '..')
const ports = [80, 443, 3000, 3001, 5432]
let failures = 0

function check(what: string, isRight: boolean, detail = ''): void {
  if (!isRight) failures += 1
  process.stdout.write(`${isRight ? 'passed' : 'FAILED'}  ${what}${detail && `: ${detail}`}\n`)
}

const isTaken = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(!socket.destroy().connecting))
    socket.once('error', () => resolve(false))
  })

async function refuseUnlessPossible(): Promise<void> {
  const missing = missingTools()
  if (process.getuid?.() !== 0) missing.push('root privileges')
  for (const port of ports) if (await isTaken(port)) missing.push(`a free port ${port}`)
  if (missing.length > 0) throw new Error(`This needs ${missing.join(', ')}.`)
}

/** Values of this machine's object store, in place of those in the guides. */
function readerValues(env: Record<string, string>): Record<string, ScriptOptions> {
  const { S3_ENDPOINT = '', S3_ACCESS_KEY_ID = '', S3_SECRET_ACCESS_KEY = '' } = env
  const store = {
    'https://s3.example.org': S3_ENDPOINT,
    '=ID': `=${S3_ACCESS_KEY_ID}`,
    '=SECRET': `=${S3_SECRET_ACCESS_KEY}`,
  }
  return {
    'debian.md': {
      values: { ...store, 'S3_BUCKET=inlet\n': 'S3_BUCKET=inlet-guides\n' },
      after: {
        '5. First user': [
          'echo "superuser=$(runuser -u postgres -- psql -Atc "select rolsuper from pg_roles where rolname = \'inlet\'")"',
          'echo "development packages=$(dpkg --list | grep -cE \'^ii +(ceph|radosgw|chromium)\' || true)"',
        ].join('\n'),
      },
    },
    'reverse-proxy.md': {
      before: {
        // The store of this machine is not where the example expects it.
        nginx: `sed -i 's#http://127.0.0.1:7480#${S3_ENDPOINT}#' deploy/nginx/inlet.conf`,
        // A reader uses one of the two, and they share their ports.
        Caddy: 'git checkout --quiet deploy/nginx && systemctl stop nginx',
      },
      after: {
        nginx: [
          'headers=$(curl --silent --insecure --head --resolve inlet.example.org:443:127.0.0.1 https://inlet.example.org/docs)',
          'echo "$headers" | grep -i -e "^HTTP/2 200" -e "^strict-transport-security: max-age=31536000"',
        ].join('\n'),
        Caddy: 'systemctl is-active caddy && systemctl stop caddy && systemctl start nginx',
      },
    },
    'backup.md': { values: { 'S3_BUCKET=inlet-rehearsal': 'S3_BUCKET=inlet-guides-rehearsal' } },
    'storage.md': {
      values: {
        'https://s3.example.org': S3_ENDPOINT,
        'https://s3.new.example.org': S3_ENDPOINT,
        'OLD-ID': S3_ACCESS_KEY_ID,
        'OLD-SECRET': S3_SECRET_ACCESS_KEY,
        'NEW-ID': S3_ACCESS_KEY_ID,
        'NEW-SECRET': S3_SECRET_ACCESS_KEY,
        'old:inlet new:inlet': 'old:inlet-guides new:inlet-guides-moved',
        'S3_BUCKET=inlet#': 'S3_BUCKET=inlet-guides-moved#',
      },
    },
    'cli.md': {
      before: { 'A scheduled import': importOneFile },
      values: { '--project 42': '--project "Guides"' },
    },
  }
}

/** What the reader of the guide for the command line has: a key, the command, a project, and a folder. */
const importOneFile = [
  'export PATH=/opt/inlet/node_modules/.bin:$PATH INLET_URL=http://127.0.0.1:3000',
  'key=$(/usr/local/bin/inlet-admin key create --user you@example.org --json)',
  'export INLET_CLIENT_ID=$(echo "$key" | grep -oP \'"client_id": "\\K[^"]+\')',
  'export INLET_CLIENT_SECRET=$(echo "$key" | grep -oP \'"client_secret": "\\K[^"]+\')',
  'inlet projects create Guides || true',
  'mkdir -p /srv/interviews && date > /srv/interviews/notes.txt',
].join('\n')

const expectations: Record<string, readonly RegExp[]> = {
  'debian.md': [/^superuser=f$/m, /^development packages=0$/m, /client_secret\s+inlet_sk_/],
  'reverse-proxy.md': [
    /"status":"ok"/,
    /^404$/m,
    /^HTTP\/2 200/m,
    /^strict-transport-security: max-age=31536000/im,
    /^active$/m,
  ],
  'backup.md': [/No differences\./],
  'storage.md': [/No differences\./],
}

async function runGuide(
  machine: DebianRoot,
  part: GuidePart,
  options: ScriptOptions | undefined,
): Promise<void> {
  const started = performance.now()
  const env = {
    DEBIAN_FRONTEND: 'noninteractive',
    REPOSITORY: '/srv/inlet.git',
    ...authorities(),
    SHOW_OUTPUT: '1',
  }
  const cwd = part.guide === 'debian.md' ? '/root' : '/opt/inlet'
  const output = await machine.run(writeScript(part, options), { cwd, env }).catch((error: Error) => error)
  const seconds = `${Math.round((performance.now() - started) / 1000)} s`
  if (output instanceof Error) return check(part.guide, false, output.message)
  const unmet = (expectations[part.guide] ?? []).filter((pattern) => !pattern.test(output))
  check(part.guide, unmet.length === 0, unmet.length === 0 ? seconds : `the output lacks ${unmet.join(', ')}`)
}

/** Node brings its own list of certificate authorities and ignores those of the machine. */
function authorities(): Record<string, string> {
  const file = process.env['NODE_EXTRA_CA_CERTS']
  return file === undefined ? {} : { NODE_EXTRA_CA_CERTS: '/etc/ssl/certs/ca-certificates.crt' }
}

async function main(): Promise<void> {
  await refuseUnlessPossible()
  const folder = join(mkdtempSync(join(tmpdir(), 'inlet-guides-')), 'root')
  const services = await startServices({ ephemeral: true })
  try {
    const machine = await makeDebianRoot(folder)
    try {
      execFileSync('git', ['clone', '--quiet', '--bare', root, join(folder, 'srv/inlet.git')])
      const values = readerValues(services.env)
      // A data set for the guides that follow the installation: one imported file.
      for (const part of inReadingOrder()) {
        await runGuide(machine, part, values[part.guide])
        // The other guides need the installation.
        if (failures > 0 && part.guide === 'debian.md') break
      }
    } finally {
      if (!process.argv.includes('--keep')) await machine.remove()
    }
  } finally {
    await services.stop()
  }
}

/** The command line right after the installation, so that backups and moves have something to carry. */
function inReadingOrder(): GuidePart[] {
  const ours = parts.filter(({ place }) => place === 'debian')
  const isEarly = ({ guide }: GuidePart) => guide === 'debian.md' || guide === 'cli.md'
  return [...ours.filter(isEarly), ...ours.filter((part) => !isEarly(part))]
}

await main()
process.stdout.write(`guides failed=${failures}\n`)
process.exitCode = failures === 0 ? 0 : 1
