/** Paths of sources: they lead into the archive, every file belongs to a source, and its type fits the element. */
import type { XmlNode } from '../read/xml-tree.ts'
import type { CheckedProject, Report } from './checked-project.ts'

const texts = ['TextSource', 'Representation', 'TextDescription', 'Transcript', 'Note']

/** What plays everywhere, and what the standard allows. */
const extensions: Readonly<Record<string, readonly string[]>> = {
  PDFSource: ['pdf'],
  PictureSource: ['jpg', 'jpeg', 'png'],
  AudioSource: ['m4a', 'mp3', 'wav', 'aac', 'ogg', 'flac', 'wma', 'mp4', 'webm'],
  VideoSource: ['mp4', 'mov', 'avi', 'm4v', 'webm', 'mkv', 'mpg', 'mpeg', 'wmv'],
}
const richExtensions = ['docx', 'doc', 'rtf', 'odt', 'html']

const internal = /^internal:\/\/([^/\\]+\.([a-z0-9]+))$/
/** A recording that is too large for the archive. */
const beside = /^relative:\/\/\/([^/\\]+\.([a-z0-9]+))$/

export function checkPaths({ elements, files }: CheckedProject, report: Report): void {
  const used = new Set<string>()
  const follow = (node: XmlNode, attribute: string, allowed: readonly string[], mayBeOutside: boolean) => {
    const path = node.attributes[attribute]
    if (path === undefined) return
    const inside = internal.exec(path)
    const [, name = '', extension = ''] = inside ?? (mayBeOutside ? beside.exec(path) : null) ?? []
    if (name === '') report('paths are internal://name', path)
    else if (!allowed.includes(extension))
      report('the type of a file fits its source', `${node.name} ${path}`)
    if (!inside) return
    if (!files.has(`sources/${name}`)) report('files of sources are in the archive', path)
    used.add(`sources/${name}`)
  }
  for (const node of elements) {
    if (texts.includes(node.name)) {
      if (node.attributes['plainTextPath'] === undefined) report('texts have a plainTextPath', nameOf(node))
      if (node.children.some(({ name }) => name === 'PlainTextContent'))
        report('texts have no PlainTextContent', nameOf(node))
      follow(node, 'plainTextPath', ['txt'], false)
      follow(node, 'richTextPath', richExtensions, true)
    }
    const allowed = extensions[node.name]
    if (!allowed) continue
    if (node.attributes['path'] === undefined) report('sources have a path', nameOf(node))
    follow(node, 'path', allowed, true)
    if (node.children.filter(({ name }) => name === 'Transcript').length > 1)
      report('recordings have one transcript', nameOf(node))
  }
  for (const path of files.keys())
    if (path !== 'project.qde' && !used.has(path)) report('every file belongs to a source', path)
}

const nameOf = ({ name, attributes }: XmlNode): string => `${name} ${attributes['name'] ?? ''}`
