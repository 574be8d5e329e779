/** Uploads of people are shown only where the privacy settings of their project allow it (docs/adr/0066). */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const features = join(import.meta.dirname, '../src/features')
const repos = readdirSync(features, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.repo.ts'))
  .map((path) => ({ path, text: readFileSync(join(features, path), 'utf8') }))

interface Rule {
  what: string
  /** Files that may read it, each with a reason. */
  allowed: Record<string, string>
  reads: (text: string) => boolean
  planted: string[]
  harmless: string[]
}

const rules: Rule[] = [
  {
    what: 'the object key of a file or media file',
    allowed: {
      'files/': 'owns files, and shows the uploads of documents as the contract says',
      'surveys/': 'owns media files, and shows none',
      'insights/': 'owns insights, which are never recordings',
      'uploads/': 'deletes objects',
      'maintenance/': 'compares the store with the database',
      'recording-processing/': 'processes the upload',
      'bundles/bundle-run.repo.ts': 'stores the objects of an import before any record has them',
      'projects/privacy.repo.ts': 'defines originalKey',
      'system/system.repo.ts': 'opens an original for an operator, with a reason in the audit log',
    },
    // Insights have the alias i.
    reads: (text) => /\bobject_key\b/.test(text.replaceAll(/\bi\.object_key\b/g, '')),
    planted: [
      'sql`select f.object_key from file f`',
      'sql`select object_key from survey_media where id = 1`',
      'sql`case when not p.auto_pii_enabled then f.object_key end as original_key`',
    ],
    harmless: ['sql`select i.object_key from insight i`', `sql\`select $\{originalKey('f')} from file f\``],
  },
  {
    what: 'a recording that is not protected yet',
    allowed: {
      'recording-processing/': 'owns closed recordings',
      'files/files.repo.ts': 'deletes them with their file',
      'surveys/erasure/erase.repo.ts': 'deletes them with their media file',
      'surveys/media/replace-media.repo.ts': 'deletes them with their media file',
    },
    reads: (text) => /\bclosed_recording_id\b/.test(text),
    planted: ['sql`select r.rendition_key from file f join recording r on r.id = f.closed_recording_id`'],
    harmless: ['sql`select r.rendition_key from file f join recording r on r.id = f.recording_id`'],
  },
  {
    what: 'a privacy setting to decide by itself',
    allowed: {
      'projects/': 'owns the settings',
      'recording-processing/recording-lifecycle.repo.ts': 'applies them to recordings',
    },
    reads: (text) => /\bprivacy\s*->|\bis_private\(|\bauto_pii_enabled\b/.test(text),
    planted: [
      "sql`select (f.privacy ->> 'is_on')::boolean from file f`",
      'sql`select is_private(f.privacy, true, false) from file f`',
      'sql`select not p.auto_pii_enabled as is_shown from project p`',
    ],
    harmless: ['sql`select r.privacy from recording r`'],
  },
]

describe.each(rules)('$what', ({ allowed, reads, planted, harmless }) => {
  const isAllowed = (path: string) => Object.keys(allowed).some((prefix) => path.startsWith(prefix))

  it('is read by no other file', () => {
    const readers = repos.filter(({ path, text }) => reads(text) && !isAllowed(path))
    expect(readers.map(({ path }) => path)).toEqual([])
  })

  it('is read by every file in the list', () => {
    const unused = Object.keys(allowed).filter(
      (prefix) => !repos.some(({ path, text }) => path.startsWith(prefix) && reads(text)),
    )
    expect(unused).toEqual([])
  })

  it.each(planted)('is found in %s', (text) => {
    expect(reads(text)).toBe(true)
  })

  it.each(harmless)('is not found in %s', (text) => {
    expect(reads(text)).toBe(false)
  })
})
