/**
 * The baseline of the api benchmark: the same list with only Fastify and pg, without tokens, limits or validation.
 */
import Fastify from 'fastify'
import pg from 'pg'

const [, , port, databaseUrl, teamId] = process.argv
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
const app = Fastify()
const open = `p.team_id = $1 and p.archived_at is null and p.deleted_at is null
  and (p.share_preference = 2 or p.owner_id = $2::bigint or (p.share_preference = 4 and $3::smallint = any (p.shared_roles)))`
const text = `select (select count(*) from project p where ${open}) as count,
  coalesce((select json_agg(json_build_object('id', id, 'name', name) order by id desc) from (
    select p.id, p.name from project p where ${open} order by p.id desc limit $4 offset $5) page), '[]') as projects`

async function list(name: string | undefined) {
  const { rows } = await pool.query<{ count: string; projects: unknown[] }>({
    text,
    values: [teamId, null, 0, 50, 0],
    ...(name !== undefined && { name }),
  })
  return { projects: rows[0]?.projects, count: Number(rows[0]?.count), next: null, previous: null }
}

app.get('/projects', () => list(undefined))
app.get('/prepared', () => list('projects'))
await app.listen({ host: '127.0.0.1', port: Number(port) })
process.send?.('ready')
