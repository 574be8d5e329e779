/** Creates a demo team once: a user of every role, API keys, and projects with every kind of sharing. */
import { roles, type SharePreference, scopes } from '../../packages/contract/src/index.ts'
import { createKey } from '../../packages/server/src/features/keys/create-key.ts'
import { findLiveKey } from '../../packages/server/src/features/keys/keys.repo.ts'
import { createProject } from '../../packages/server/src/features/projects/create-project.ts'
import { findAccountByEmail, setPassword } from '../../packages/server/src/features/sign-in/accounts.repo.ts'
import {
  findUserByEmail,
  insertTeam,
  insertUser,
  type User,
} from '../../packages/server/src/features/team/team.repo.ts'
import { createDeploymentSecrets } from '../../packages/server/src/platform/auth/deployment-secrets.ts'
import { createPasswords } from '../../packages/server/src/platform/auth/passwords.ts'
import { type Db, inTransaction, openDatabase } from '../../packages/server/src/platform/db/database.ts'
import type { DemoKey, DevSettings } from './settings.ts'

/** High, so that trying things out is not rate limited. */
const rateLimitPerMinute = 600

const people = [
  { email: 'ada@demo.test', name: 'Ada Admin', role: roles.admin },
  { email: 'finn@demo.test', name: 'Finn Fullseat', role: roles.fullSeat },
  { email: 'cleo@demo.test', name: 'Cleo Collaborator', role: roles.collaborator },
  { email: 'vera@demo.test', name: 'Vera Viewer', role: roles.viewer },
]

const projects: { name: string; project_share_preference: SharePreference; shared_roles?: number[] }[] = [
  { name: 'Ada’s own notes', project_share_preference: 1 },
  { name: 'Pricing interviews', project_share_preference: 4, shared_roles: [0, 3, 4] },
  { name: 'Onboarding study', project_share_preference: 2 },
]

/** Returns the known keys, unless their database has been wiped since. */
export async function seedDemo(
  databaseUrl: string,
  { secret, keys }: DevSettings,
  password: string,
): Promise<DemoKey[]> {
  const database = openDatabase({
    url: databaseUrl,
    poolSize: 2,
    applicationName: 'inlet-seed',
    profile: 'admin',
    onError: () => {},
  })
  try {
    const [known] = keys
    const isKnown = known && (await findLiveKey(database.db, known.client_id))
    const demo = isKnown ? keys : await seed(database.db, secret)
    await givePasswords(database.db, password)
    return demo
  } finally {
    await database.close()
  }
}

async function seed(db: Db, secret: string): Promise<DemoKey[]> {
  const secrets = createDeploymentSecrets(db, { INLET_SECRET: secret })
  await secrets.load()
  const users = await seedPeople(db)
  const [ada] = users
  if (!ada) throw new Error('The demo has no people.')
  const make = async (label: string, user: User, kind: 'personal' | 'team') => ({
    label,
    ...(await createKey(
      { db, secrets },
      { teamId: user.team_id, userId: user.id, kind, name: `Demo: ${label}`, scopes, rateLimitPerMinute },
    )),
  })
  const keys = [await make('the team', ada, 'team')]
  for (const user of users) keys.push(await make(user.email, user, 'personal'))
  await seedProjects(db, keys)
  return keys
}

async function seedPeople(db: Db): Promise<User[]> {
  const known = await findUserByEmail(db, people[0]?.email ?? '')
  const teamId = known?.team_id ?? (await insertTeam(db, 'Demo team')).id
  const users: User[] = []
  for (const person of people) {
    const user =
      (await findUserByEmail(db, person.email)) ?? (await insertUser(db, { team_id: teamId, ...person }))
    users.push(user)
  }
  return users
}

async function seedProjects(db: Db, keys: DemoKey[]): Promise<void> {
  const ada = await findLiveKey(db, keys[1]?.client_id ?? '')
  if (!ada) throw new Error('The demo key of Ada is missing.')
  for (const project of projects) await createProject({ db }, ada, project)
}

/** Only for users without a password; a changed password is kept. */
async function givePasswords(db: Db, password: string): Promise<void> {
  const hash = await createPasswords().hash(password)
  for (const { email } of people) {
    const account = await findAccountByEmail(db, email)
    if (account && account.password_hash === null)
      await inTransaction(db, (tx) => setPassword(tx, account.user_id, hash))
  }
}
