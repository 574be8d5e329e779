/** Says why rclone failed and what to do, from what it printed. */
import { CliError } from '../errors.ts'
import type { Source } from './source.ts'

export interface RcloneFailure {
  /** What it printed on stderr. */
  stderr: string
  /** Undefined if it was ended by a signal. */
  exitCode: number | undefined
}

export class RcloneError extends CliError {
  /** The same command can succeed later. */
  readonly isTransient: boolean

  constructor(message: string, facts: { code: string; isTransient?: boolean; cause?: unknown }) {
    super(message, facts)
    this.isTransient = facts.isTransient ?? false
  }
}

interface Explanation {
  pattern: RegExp
  code: string
  isTransient?: boolean
  say: (source: Source, said: string) => string
}

const show = ({ remote }: Source) =>
  remote === undefined ? 'the connection string' : `"rclone config show ${remote}"`

/** The first that matches applies. */
const explanations: readonly Explanation[] = [
  {
    pattern: /didn't find section in config file/,
    code: 'remote_unknown',
    say: ({ remote }) =>
      `rclone has no remote named "${remote}". List the remotes with "rclone listremotes", or create it with "rclone config". Another configuration file is chosen by RCLONE_CONFIG.`,
  },
  {
    pattern: /unable to decrypt configuration|configuration is encrypted|config.*password/i,
    code: 'config_encrypted',
    say: () =>
      'The configuration of rclone is encrypted. Set RCLONE_CONFIG_PASS, or RCLONE_PASSWORD_COMMAND to a command that prints the password.',
  },
  {
    pattern: /knownhosts: key mismatch|host key mismatch/i,
    code: 'host_key_changed',
    say: ({ label }) =>
      `The host key of ${label} is not the one in its known_hosts file: either the server has a new key, or another server answers. Ask its operator for the fingerprint before you replace the key.`,
  },
  {
    pattern: /knownhosts: key is unknown/i,
    code: 'host_key_unknown',
    say: ({ label }) =>
      `The host key of ${label} is not in its known_hosts file. Compare the fingerprint that "ssh-keyscan HOST | ssh-keygen -lf -" prints with its operator, then add the key to the file.`,
  },
  {
    pattern:
      /unable to authenticate|permission denied \(publickey|couldn't connect to ssh-agent|\bunauthorized\b|invalidaccesskeyid|signaturedoesnotmatch|invalid_grant|token expired|couldn't fetch token|invalid credentials|authentication failed|logon failure/i,
    code: 'source_denied',
    say: (source, said) =>
      `${source.label} did not accept the credentials (${said}). Check user, password, key or token in ${show(source)}${source.remote === undefined ? '' : `, or run "rclone config reconnect ${source.remote}:"`}.`,
  },
  {
    pattern: /access ?denied|\b403 forbidden|permission denied/i,
    code: 'source_denied',
    say: ({ label }, said) =>
      `${label} may not be read with these credentials (${said}). Ask the operator of the source for read access to the folder.`,
  },
  {
    pattern: /directory not found|object not found|no such file or directory|\b404 not found|nosuchbucket/i,
    code: 'source_not_found',
    say: ({ label, remote }) =>
      `${label} does not exist. ${remote === undefined ? 'Check the path.' : `List its folders with "rclone lsd ${remote}:".`}`,
  },
  {
    pattern: /x509:|tls: [a-z ]*certificate/i,
    code: 'source_certificate',
    say: ({ label }, said) =>
      `The certificate of ${label} is not accepted (${said}). For your own certificate authority, set RCLONE_CA_CERT to its file.`,
  },
  {
    pattern:
      /connection refused|connection reset|no such host|i\/o timeout|timed? ?out|unreachable|broken pipe|\beof\b|connection lost|handshake failed|too many requests|\b50[0234] [a-z]/i,
    code: 'source_unreachable',
    isTransient: true,
    say: ({ label }, said) =>
      `${label} cannot be reached (${said}). Check the address and the network; the next run continues where this one stopped.`,
  },
]

export function explainRclone(source: Source, { stderr, exitCode }: RcloneFailure): RcloneError {
  const said = lastMessage(stderr, source)
  for (const { pattern, code, say, isTransient = false } of explanations)
    if (pattern.test(stderr)) return new RcloneError(say(source, said), { code, isTransient })
  const why = said || (exitCode === undefined ? 'it was ended by a signal' : `exit code ${exitCode}`)
  const isTransient = exitCode === undefined || exitCode === 5
  return new RcloneError(`rclone could not read ${source.label}: ${why}.`, {
    code: 'source_failed',
    isTransient,
  })
}

export function rcloneMissing(cause: unknown): RcloneError {
  return new RcloneError(
    'rclone is not installed, or not on PATH; "inlet sync" reads every source with it. Install it with "apt install rclone", or from https://rclone.org/install.',
    { code: 'rclone_missing', cause },
  )
}

export function rcloneStalled(source: Source, seconds: number): RcloneError {
  return new RcloneError(`${source.label} sent nothing for ${seconds} seconds.`, {
    code: 'source_unreachable',
    isTransient: true,
  })
}

/** The last line, without its time, level and what is already in our message. */
function lastMessage(stderr: string, { spec, label }: Source): string {
  const [last = ''] = stderr
    .trim()
    .split('\n')
    .filter((line) => !line.includes('NOTICE'))
    .slice(-1)
  return last
    .replace(/^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d /, '')
    .replace(/^(?:ERROR|CRITICAL|Fatal error) ?: /, '')
    .replaceAll(spec, label)
    .replace(/^Failed to create file system for "[^"]*": /, '')
    .replace(/^Failed to \w+(?: with \d+ errors: last error was)?: /, '')
    .replace(/^error in ListJSON: /, '')
    .trim()
}
