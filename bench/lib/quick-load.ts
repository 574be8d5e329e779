/** Loads tables without their indexes, and then recreates those exactly as the migrations define them. */
import type pg from 'pg'

interface Definition {
  drop: string
  create: string
}

/** Primary keys stay, because rows arrive in their order. */
export async function loadQuickly(
  client: pg.Client,
  tables: readonly string[],
  load: () => Promise<unknown>,
): Promise<void> {
  const definitions: Definition[] = []
  for (const table of tables) definitions.push(...(await listDefinitions(client, table)))
  for (const { drop } of definitions) await client.query(drop)
  await load()
  for (const { create } of definitions) await client.query(create)
}

async function listDefinitions(client: pg.Client, table: string): Promise<Definition[]> {
  const { rows } = await client.query<Definition>(
    `select 'alter table ${table} drop constraint ' || quote_ident(conname) as drop,
       'alter table ${table} add constraint ' || quote_ident(conname) || ' ' || pg_get_constraintdef(oid) as create
     from pg_constraint where conrelid = $1::regclass and contype = 'u'
     union all
     select 'drop index ' || indexrelid::regclass, pg_get_indexdef(indexrelid) from pg_index
     where indrelid = $1::regclass and not exists (select from pg_constraint where conindid = indexrelid)`,
    [table],
  )
  return rows
}
