import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findViolations } from './migration-rules.ts'

const folder = new URL('../../../migrations/', import.meta.url)
const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))

/** Earlier migrations were released before these rules: they ran on small tables and must not be changed. */
const firstChecked = '0013'

describe('every migration', () => {
  it('has a unique number', () => {
    expect(new Set(names.map((name) => name.slice(0, 4))).size).toBe(names.length)
  })

  it.each(names.filter((name) => name >= firstChecked))(
    '%s is compatible with the previous release',
    (name) => {
      expect(findViolations(readFileSync(new URL(name, folder), 'utf8'))).toEqual([])
    },
  )

  it('is checked by rules that the earliest migrations would violate', () => {
    const broken = names.filter(
      (name) => findViolations(readFileSync(new URL(name, folder), 'utf8')).length > 0,
    )
    expect(broken).toContain('0012-reading.sql')
    expect(broken.every((name) => name < firstChecked)).toBe(true)
  })
})

describe('a migration is rejected when it', () => {
  it.each([
    ['drops a column', 'alter table project drop column name;'],
    ['drops a table', 'DROP TABLE session;'],
    ['renames something', 'alter table project rename column name to title;'],
    ['renames something', 'alter table project rename to study;'],
    ['changes the type of a column', 'alter table file alter column name type varchar(10);'],
    ['changes the type of a column', 'alter table file alter column name set data type text;'],
    ['makes a column required', 'alter table survey alter column api_key_id set not null;'],
    ['adds a required column without a default', 'alter table project add column colour text not null;'],
    ['drops an index, a trigger or a function', 'drop index file_newest;'],
    ['empties a table', 'truncate session;'],
    ['sets a lock timeout of its own', `set lock_timeout = '1h';`],
  ])('%s', (breaks, sql) => {
    expect(findViolations(sql)).toEqual([breaks])
    expect(findViolations(`-- contract: nothing has read it since 0.4\n${sql}`)).toEqual([])
  })

  it('blocks writes to a large table, even with a stated reason', () => {
    const contract = '-- contract: nothing has read it since 0.4\n'
    expect(findViolations(`${contract}create index a on file (name);`)).toHaveLength(1)
    expect(findViolations(`${contract}alter table note add constraint a check (text <> '');`)).toHaveLength(1)
    expect(findViolations('create index concurrently a on file (name);')).toHaveLength(1)
  })

  it('is accepted when it only adds', () => {
    for (const sql of [
      'alter table project add column colour text;',
      `alter table project add column colour text not null default 'red';`,
      'create table thing (id bigint primary key); create index thing_id on thing (id);',
      '-- concurrently\ncreate index concurrently a on file (name);',
      `alter table note add constraint a check (text <> '') not valid;`,
      'create function f() returns void language plpgsql as $$ begin drop table if exists x; end $$;',
    ])
      expect(findViolations(sql), sql).toEqual([])
  })
})
