/** Lists, searches and counts of the access matrix: each record is visible to exactly those who may see it. */
import { mapBounded } from '../../src/platform/map-bounded.ts'
import { call, expectedOutcome, type Matrix } from './cells.ts'
import type { RoutedOperation } from './operations.ts'
import type { Credential } from './people.ts'
import type { Target } from './world.ts'

export async function checkLists(matrix: Matrix, operation: RoutedOperation): Promise<void> {
  const { people, targets } = matrix
  const callers = people.credentials.filter(({ surface }) => surface === operation.surface)
  if (operation.lists) {
    const listed = targets.filter((target) => isListed(operation, target))
    for (const caller of callers) await checkList(matrix, operation, caller, listed)
  }
  if (operation.finds) {
    const found = targets.filter((target) => operation.finds?.includes(target.kind) && !target.isPending)
    const cells = callers.flatMap((caller) => found.map((target) => ({ caller, target })))
    await mapBounded(cells, 6, ({ caller, target }) => checkSearch(matrix, operation, caller, target))
  }
}

/** The import API also lists initialized imports; the workspace lists only uploaded ones. */
function isListed({ lists, surface }: RoutedOperation, { kind, isPending }: Target): boolean {
  return lists?.includes(kind) === true && (surface === 'import' || !isPending)
}

async function checkList(
  { check }: Matrix,
  operation: RoutedOperation,
  caller: Credential,
  targets: readonly Target[],
): Promise<void> {
  const visible = targets.filter(({ visibleTo }) => visibleTo.has(caller.who)).length
  for (const query of queriesOf(operation)) {
    const pages = await readPages(operation, caller, query)
    for (const target of targets) {
      const expected = expectedOutcome(operation, caller.who, undefined)
      const isVisible = expected === 'allowed' && target.visibleTo.has(caller.who)
      const isThere = pages.text.includes(markOf(target))
      check(
        `${operation.name}?${query}, ${caller.who}, ${target.name}`,
        isVisible ? 'allowed' : 'not listed',
        isThere ? 'allowed' : 'not listed',
      )
    }
    // Surveys are backed by records that the list of files also contains.
    if (pages.count !== undefined && operation.name !== 'import files.list')
      check(`${operation.name}?${query}, ${caller.who}, count`, `${visible}`, `${pages.count}`)
  }
}

/** Lists with an order of their own are read by other statements then. */
function queriesOf({ route, surface }: RoutedOperation): string[] {
  const { properties = {} } = (route.query ?? {}) as { properties?: object }
  const isSorted = surface === 'import' && 'sort' in properties
  return isSorted
    ? ['limit=50', 'limit=50&sort=updated_at', 'limit=50&sort=-created_at&cursor=start']
    : ['limit=50']
}

const markOf = ({ token, params }: Target) => params['client_id'] ?? params['export_key'] ?? token

async function readPages(
  operation: RoutedOperation,
  caller: Credential,
  query: string,
): Promise<{ text: string; count: number | undefined }> {
  let text = ''
  let count: number | undefined
  let path: string | undefined = `${operation.route.path}?${query}`
  while (path !== undefined) {
    const answer: Response = await caller.call('GET', path)
    const page = await answer.text()
    text += page
    if (!answer.ok) break
    const body = JSON.parse(page) as { count?: number; next?: string | null; next_cursor?: string | null }
    count = body.count
    const next: URL | undefined = body.next ? new URL(body.next) : undefined
    path = next && `${next.pathname}${next.search}`
    if (body.next_cursor)
      path = `${operation.route.path}?limit=50&cursor=${encodeURIComponent(body.next_cursor)}`
  }
  return { text, count }
}

async function checkSearch(
  { check }: Matrix,
  operation: RoutedOperation,
  caller: Credential,
  target: Target,
): Promise<void> {
  const { status, text } = await call(operation, caller, target)
  const isVisible = target.visibleTo.has(caller.who)
  const expected = caller.who === 'anonymous' ? '401' : isVisible ? 'allowed' : 'not found'
  const observed = status === 200 ? (hasHits(text) ? 'allowed' : 'not found') : `${status}`
  check(`${operation.name}, ${caller.who}, ${target.name}`, expected, observed)
}

/** A count reveals as much as a hit. A CSV has rows below its header. */
function hasHits(text: string): boolean {
  if (!text.startsWith('{')) return text.trim().includes('\n')
  const { hits, counts = {} } = JSON.parse(text) as { hits: unknown[]; counts?: Record<string, number> }
  return hits.length > 0 || Object.values(counts).some((count) => count > 0)
}

/** Which insights a project contains and how many, for everyone who can access it. */
export async function checkCounts({ people, targets, check }: Matrix): Promise<void> {
  const insightsIn = (project: Target) =>
    targets.filter(
      ({ kind, projectId, isPending }) => kind === 'insight' && projectId === project.projectId && !isPending,
    )

  async function checkMaterials(caller: Credential, project: Target): Promise<void> {
    for (const order of ['', '&kind=insight&sort=name']) {
      const path = `/api/v1/workspace/imports/materials?project_id=${project.params['project_id']}&limit=50${order}`
      const text = await (await caller.call('GET', path)).text()
      for (const target of insightsIn(project))
        check(
          `workspace imports.listMaterials${order}, ${caller.who}, ${target.name}`,
          target.visibleTo.has(caller.who) ? 'allowed' : 'not listed',
          text.includes(target.token) ? 'allowed' : 'not listed',
        )
    }
  }

  for (const caller of people.credentials.filter(({ surface }) => surface === 'workspace')) {
    for (const project of targets.filter(({ kind }) => kind === 'project')) {
      if (!project.visibleTo.has(caller.who)) continue
      const answer = await caller.call('GET', `/api/v1/workspace/projects/${project.params['project_id']}`)
      const { counts } = (await answer.json()) as { counts?: { insight: number } }
      const inside = insightsIn(project).filter(({ visibleTo }) => visibleTo.has(caller.who))
      await checkMaterials(caller, project)
      check(
        `insights counted in a project, ${caller.who}, ${project.name}`,
        `${inside.length}`,
        `${counts?.insight}`,
      )
    }
  }
}
