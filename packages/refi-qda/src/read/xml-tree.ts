/** Reads XML as a stream of small trees, so that memory does not grow with the document. */
import sax from 'sax'
import { type QdpxLimits, QdpxRefused } from '../limits.ts'

export interface XmlNode {
  name: string
  attributes: Readonly<Record<string, string>>
  children: XmlNode[]
  text: string
}

export interface XmlTree {
  /** Names of the elements around it, from the root. */
  path: readonly string[]
  node: XmlNode
}

export interface XmlHandlers {
  onRoot: (node: XmlNode, namespace: string) => void
  /** Called for each element at `depth`, and for childless ones above it. */
  onTree: (tree: XmlTree) => void
}

const invalid = (message: string, cause?: unknown) =>
  new QdpxRefused('invalid_xml', `The project is not valid XML: ${message}`, { cause })

const localNameOf = (name: string): string => name.slice(name.indexOf(':') + 1)

/** The attribute that declares the namespace of an element. */
const namespaceAttributeOf = (name: string): string =>
  name.includes(':') ? `xmlns:${name.slice(0, name.indexOf(':'))}` : 'xmlns'

/** `write` throws for anything that is not well-formed, that declares a document type, or that exceeds a limit. */
export function createXmlReader(
  { onRoot, onTree }: XmlHandlers,
  {
    depth: maxDepth,
    elements: maxElements,
    attributes: maxAttributes,
  }: Pick<QdpxLimits, 'depth' | 'elements' | 'attributes'>,
  treeDepth = 3,
) {
  // `strictEntities` is missing in the types: only the five entities of XML itself are known.
  // Without `xmlns`, as its time grows with the square of the attributes of an element, and with each declared namespace.
  const options = { strictEntities: true, position: true }
  const parser = sax.parser(true, options)
  const open: XmlNode[] = []
  let elements = 0
  let attributeCount = 0
  parser.onerror = (error) => {
    throw invalid(error.message.split('\n').join(' '), error)
  }
  // Entities are declared there, which can name files or grow without bound.
  parser.ondoctype = () => {
    throw invalid('document types are not allowed.')
  }
  parser.onopentagstart = () => {
    attributeCount = 0
  }
  parser.onattribute = () => {
    attributeCount += 1
    if (attributeCount > maxAttributes) throw invalid(`an element has more than ${maxAttributes} attributes.`)
  }
  parser.onopentag = (tag) => {
    elements += 1
    if (open.length >= maxDepth) throw invalid(`elements are nested deeper than ${maxDepth}.`)
    if (elements > maxElements) throw invalid(`it has more than ${maxElements} elements.`)
    const { name, attributes } = tag as sax.Tag
    const node: XmlNode = { name: localNameOf(name), attributes, children: [], text: '' }
    if (open.length === 0) onRoot(node, attributes[namespaceAttributeOf(name)] ?? '')
    if (open.length >= treeDepth) open.at(-1)?.children.push(node)
    open.push(node)
  }
  const addText = (text: string) => {
    const node = open.at(-1)
    if (node) node.text += text
  }
  parser.ontext = addText
  parser.oncdata = addText
  parser.onclosetag = () => {
    const node = open.pop()
    if (node && open.length < treeDepth && (open.length === treeDepth - 1 || open.length === 1))
      onTree({ path: open.map(({ name }) => name), node })
  }
  return {
    write(chunk: string) {
      parser.write(chunk)
    },
    end() {
      parser.close()
      if (elements === 0) throw invalid('it is empty.')
    },
  }
}
