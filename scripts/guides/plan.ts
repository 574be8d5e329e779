/** Where the commands of each guide are run. `plan.test.ts` fails for a block that is not listed here. */

export type Place =
  /** A fresh Debian 12 that runs systemd: `npm run test:guides`. */
  | 'debian'
  /** A Docker engine with Compose: `npm run test:deploy`. */
  | 'compose'

export interface GuidePart {
  guide: string
  /** The headings whose blocks are run, in this order; all of the guide if it is missing. */
  headings?: readonly string[]
  place: Place
}

/** In the order of a reader, who installs before backing up. */
export const parts: readonly GuidePart[] = [
  { guide: 'debian.md', place: 'debian' },
  { guide: 'reverse-proxy.md', place: 'debian' },
  { guide: 'backup.md', headings: ['On Debian'], place: 'debian' },
  { guide: 'storage.md', headings: ['Move to another store'], place: 'debian' },
  { guide: 'upgrade.md', place: 'debian' },
  { guide: 'cli.md', place: 'debian' },
  { guide: 'images.md', headings: ['Build', 'Publish', 'Bill of materials'], place: 'compose' },
  { guide: 'compose.md', place: 'compose' },
  { guide: 'backup.md', headings: ['With Compose', 'Rehearse a restore'], place: 'compose' },
]

/** Languages of blocks that are commands. Blocks without a language are settings to copy into a file; blocks of JSON are rules for other systems, blocks of INI are units of systemd. */
export const commandLanguages: readonly string[] = ['sh', 'sql']
