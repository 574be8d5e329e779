/** Servers whose files rclone reads: SFTP, WebDAV, and none for a local folder. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { pickPort } from '../../../scripts/services/ports.ts'
import { makeFolder } from './folder.ts'
import { until } from './until.ts'

export const serverNames = ['sftp', 'webdav', 'local'] as const
export type ServerName = (typeof serverNames)[number]

export interface FileServer {
  /** Argument of `inlet sync` for the whole folder. */
  source: string
  /** Where the test writes what is served. */
  folder: string
  /** For rclone: the path of its configuration. */
  env: Record<string, string>
  /** With SIGKILL, together with its sessions. */
  readonly kill: () => Promise<void>
  readonly start: () => Promise<void>
}

interface Setup {
  port: number
  folder: string
  /** For keys and settings. */
  own: string
}

interface ServerKind {
  /** The section of the configuration. */
  remote: (setup: Setup) => Record<string, string>
  spawn: (setup: Setup) => ChildProcess
}

const kinds: Record<Exclude<ServerName, 'local'>, ServerKind> = { sftp: sftp(), webdav: webdav() }

export async function startServer(name: ServerName): Promise<FileServer> {
  const folder = await makeFolder()
  const own = await makeFolder()
  const config = join(own, 'rclone.conf')
  const env = { RCLONE_CONFIG: config }
  const nothing = async () => {}
  if (name === 'local') {
    writeFileSync(config, '')
    return { source: folder, folder, env, kill: nothing, start: nothing }
  }
  const setup: Setup = { port: await pickPort([]), folder, own }
  const kind = kinds[name]
  writeFileSync(config, section('box', kind.remote(setup)))
  let child: ChildProcess | undefined
  const start = async () => {
    child = kind.spawn(setup)
    await until(() => isListening(setup.port), 20)
  }
  const kill = async () => {
    const ended = child
    child = undefined
    if (ended?.pid === undefined) return
    // Sessions are processes of the same group.
    process.kill(-ended.pid, 'SIGKILL')
    await until(async () => !(await isListening(setup.port)), 20)
  }
  onTestFinished(kill)
  await start()
  return { source: name === 'sftp' ? `box:${folder}` : 'box:', folder, env, kill, start }
}

export function section(name: string, values: Record<string, string>): string {
  return `[${name}]\n${Object.entries(values)
    .map(([key, value]) => `${key} = ${value}\n`)
    .join('')}\n`
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

const background = (program: string, args: string[]) =>
  spawn(program, args, { detached: true, stdio: 'ignore' })

/** Debian's sshd with keys and settings of its own, as root or as an ordinary user. */
function sftp(): ServerKind {
  const keygen = (path: string) =>
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', path], { stdio: 'ignore' })
  return {
    remote({ own, port }) {
      keygen(join(own, 'host'))
      keygen(join(own, 'user'))
      const host = readFileSync(join(own, 'host.pub'), 'utf8').split(' ').slice(0, 2).join(' ')
      writeFileSync(join(own, 'known_hosts'), `[127.0.0.1]:${port} ${host}\n`)
      return {
        type: 'sftp',
        host: '127.0.0.1',
        port: String(port),
        user: userInfo().username,
        key_file: join(own, 'user'),
        known_hosts_file: join(own, 'known_hosts'),
        shell_type: 'none',
      }
    },
    spawn({ own, port }) {
      // Where sshd as root looks for its unprivileged root folder.
      if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true, mode: 0o755 })
      const config = join(own, 'sshd_config')
      const lines = [
        `Port ${port}`,
        'ListenAddress 127.0.0.1',
        `HostKey ${join(own, 'host')}`,
        `AuthorizedKeysFile ${join(own, 'user.pub')}`,
        'PasswordAuthentication no',
        'PermitRootLogin prohibit-password',
        'StrictModes no',
        'UsePAM no',
        'PidFile none',
        'Subsystem sftp internal-sftp',
      ]
      writeFileSync(config, `${lines.join('\n')}\n`)
      chmodSync(join(own, 'host'), 0o600)
      return background('/usr/sbin/sshd', ['-D', '-f', config])
    },
  }
}

function webdav(): ServerKind {
  const password = 'open sesame'
  return {
    remote: ({ port }) => ({
      type: 'webdav',
      url: `http://127.0.0.1:${port}`,
      vendor: 'other',
      user: 'anna',
      pass: execFileSync('rclone', ['obscure', password], { encoding: 'utf8' }).trim(),
    }),
    spawn: ({ port, folder }) =>
      background('rclone', [
        'serve',
        'webdav',
        folder,
        '--addr',
        `127.0.0.1:${port}`,
        '--user',
        'anna',
        '--pass',
        password,
        '--read-only',
        // Changes on disk are visible at once.
        '--dir-cache-time=0s',
        '--config=/dev/null',
      ]),
  }
}
