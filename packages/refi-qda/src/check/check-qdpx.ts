/**
 * Checks an archive against what importers need beyond the schema: rules that NVivo, ATLAS.ti, MAXQDA and QualCoder are known to
 * stumble over. It reads the whole archive, so it is for tests and for looking at one's own exports, not for hostile files.
 */
import { defaultLimits } from '../limits.ts'
import { createXmlReader, type XmlNode } from '../read/xml-tree.ts'
import { checkFiles } from './check-files.ts'
import { checkNames } from './check-names.ts'
import { checkPaths } from './check-paths.ts'
import { checkReferences } from './check-references.ts'
import { checkTexts } from './check-texts.ts'
import { checkValues } from './check-values.ts'
import type { CheckedProject, PackedFile, Problem, Report } from './checked-project.ts'
import { readFiles } from './read-files.ts'
import { validateProject } from './validate-project.ts'

/** An empty list if the project is valid by the schema and every known importer can read it. Needs `xmllint`. */
export async function checkQdpx(path: string): Promise<Problem[]> {
  const files = await readFiles(path)
  const project = [...files].find(([name]) => name.endsWith('.qde'))?.[1].bytes
  const message = project ? await validateProject(project) : ''
  return [...(message === '' ? [] : [{ rule: 'schema', where: message }]), ...checkRules(files)]
}

/** What the schema does not see. */
export function checkRules(files: ReadonlyMap<string, PackedFile>): Problem[] {
  const problems: Problem[] = []
  const report: Report = (rule, where) => problems.push({ rule, where })
  checkFiles(files, report)
  const qde = files.get('project.qde')?.bytes
  if (!qde) return problems
  const root = parse(qde.toString('utf8'), report)
  if (!root) return problems
  const project: CheckedProject = { root, elements: [...walk(root)], files }
  checkNames(project, report)
  checkReferences(project, report)
  checkPaths(project, report)
  checkTexts(project, report)
  checkValues(project, report)
  return problems
}

function parse(xml: string, report: Report): XmlNode | undefined {
  const found: XmlNode[] = []
  const reader = createXmlReader(
    {
      onRoot: (node, namespace) => {
        if (namespace !== 'urn:QDA-XML:project:1.0') report('namespace', namespace)
        found.push(node)
      },
      onTree: () => {},
    },
    { ...defaultLimits },
    1,
  )
  try {
    reader.write(xml)
    reader.end()
  } catch (error) {
    report('well-formed XML', String(error))
    return undefined
  }
  return found[0]
}

function* walk(node: XmlNode): Generator<XmlNode> {
  yield node
  for (const child of node.children) yield* walk(child)
}
