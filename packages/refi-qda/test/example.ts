/**
 * A small project with every element that Inlet needs, and awkward variants of it. All are valid by the schema. An emoji outside
 * the basic plane, a flag, a family, combining marks, Arabic and Chinese come before what is coded.
 */
import { deriveGuid } from '../src/guid.ts'

/**
 * utf16: positions count UTF-16 units. crlf: texts with CRLF, positions count LF. bom: texts begin with a byte order mark. inline:
 * PlainTextContent. nodates: none on transcripts and notes. noorigin. samenote: two notes of one name. named: another name of the
 * project. upper: `Sources/`. braces: GUIDs in braces.
 */
export const variants = [
  'utf16',
  'crlf',
  'bom',
  'inline',
  'nodates',
  'noorigin',
  'samenote',
  'named',
  'upper',
  'braces',
] as const
export type Variant = (typeof variants)[number]

const when = '2026-01-15T09:30:00Z'

export const texts = {
  notes: 'Field notes\nMood: 😀 🇩🇪 👨‍👩‍👧 cafe\u0301\nالعربية — 中文\nThe export button was hard to find.\n',
  answers: ['What would you change?\nMore 📊 charts, please.\n', 'What would you change?\nNothing.\n'],
  pdf: 'Usability findings, page one.\n',
}

export const speech = [
  [0, 'Speaker 1', 'Where did you click first? 🤔'],
  [2500, 'Speaker 2', 'On the big button.'],
  [5200, 'Speaker 1', 'And then?'],
  [6400, 'Speaker 2', 'I gave up.'],
] as const

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

export interface Example {
  projectName: string
  xml: string
  /** By path in the archive. */
  files: Map<string, Buffer>
}

export function makeExample(variant?: Variant): Example {
  const files = new Map<string, Buffer>()
  const folder = variant === 'upper' ? 'Sources' : 'sources'
  const bare = (name: string) => deriveGuid(`example:${name}`)
  const guid = (name: string) => (variant === 'braces' ? `{${bare(name)}}` : bare(name))
  const length = (text: string) => (variant === 'utf16' ? text.length : Array.from(text).length)
  const store = (name: string, content: string | Buffer) =>
    files.set(`${folder}/${name}`, Buffer.from(content))
  const span = (text: string, quote: string) => {
    const start = length(text.slice(0, text.indexOf(quote)))
    return `name="${quote}" startPosition="${start}" endPosition="${start + length(quote)}"`
  }
  const textRef = (name: string, text: string): [attribute: string, child: string] => {
    if (variant === 'inline') return ['', `<PlainTextContent>${escapeXml(text)}</PlainTextContent>`]
    const body = variant === 'crlf' ? text.replaceAll('\n', '\r\n') : text
    store(`${bare(name)}.txt`, `${variant === 'bom' ? '\ufeff' : ''}${body}`)
    return [` plainTextPath="internal://${bare(name)}.txt"`, '']
  }
  const user = guid('user')
  const made = `creatingUser="${user}" creationDateTime="${when}" modifyingUser="${user}" modifiedDateTime="${when}"`
  const dates = variant === 'nodates' ? '' : ` ${made}`
  const coding = (name: string, code: string) =>
    `<Coding guid="${guid(`coding-${name}`)}" creatingUser="${user}" creationDateTime="${when}"><CodeRef targetGUID="${guid(code)}"/></Coding>`
  const selection = (name: string, text: string, quote: string, code: string) =>
    `<PlainTextSelection guid="${guid(`selection-${name}`)}" ${span(text, quote)} ${made}>${coding(name, code)}</PlainTextSelection>`
  const area = (tag: string, name: string, attributes: string, code: string) =>
    `<${tag} guid="${guid(`selection-${name}`)}" name="${name}" ${attributes} ${made}>${coding(name, code)}</${tag}>`

  const sources: string[] = []
  const [notesPath, notesInline] = textRef('notes', texts.notes)
  sources.push(
    `<TextSource guid="${guid('notes-source')}" name="Field notes.txt"${notesPath} ${made}>${notesInline}${selection('1', texts.notes, 'hard to find', 'friction')}<NoteRef targetGUID="${guid('note-1')}"/></TextSource>`,
  )
  for (const [i, text] of texts.answers.entries()) {
    const [path, inline] = textRef(`answers-${i}`, text)
    sources.push(
      `<TextSource guid="${guid(`answers-source-${i}`)}" name="Respondent ${i + 1}: open answers"${path} ${made}>${inline}${selection(`a${i}`, text, i === 0 ? 'charts' : 'Nothing', 'wish')}</TextSource>`,
    )
  }
  store(`${bare('pdf')}.pdf`, '%PDF-1.4 example')
  const [pdfPath, pdfInline] = textRef('pdf-text', texts.pdf)
  sources.push(
    `<PDFSource guid="${guid('pdf-source')}" name="Findings.pdf" path="internal://${bare('pdf')}.pdf" ${made}>${area('PDFSelection', 'heading', 'page="0" firstX="72" firstY="740" secondX="330" secondY="716"', 'friction')}<Representation guid="${guid('pdf-text')}" name="Findings.pdf"${pdfPath} ${made}>${pdfInline}${selection('p2', texts.pdf, 'findings', 'friction')}</Representation></PDFSource>`,
  )
  store(`${bare('picture')}.png`, 'png')
  sources.push(
    `<PictureSource guid="${guid('picture-source')}" name="Screen.png" path="internal://${bare('picture')}.png" ${made}>${area('PictureSelection', 'corner', 'firstX="10" firstY="10" secondX="60" secondY="40"', 'friction')}</PictureSource>`,
  )
  let said = ''
  const points = speech.map(([at, speaker, words], i) => {
    const point = `<SyncPoint guid="${guid(`sync-${i}`)}" timeStamp="${at}" position="${length(said)}"/>`
    said += `${speaker}: ${words}\n`
    return point
  })
  points.push(`<SyncPoint guid="${guid('sync-end')}" timeStamp="8000" position="${length(said)}"/>`)
  const [saidPath, saidInline] = textRef('audio-text', said)
  store(`${bare('audio')}.wav`, 'wav')
  sources.push(
    `<AudioSource guid="${guid('audio-source')}" name="Interview.wav" path="internal://${bare('audio')}.wav" ${made}><Transcript guid="${guid('audio-text')}" name="Interview.wav transcript"${saidPath}${dates}>${saidInline}${points.join('')}<TranscriptSelection guid="${guid('transcript-selection')}" name="gave up" fromSyncPoint="${guid('sync-3')}" toSyncPoint="${guid('sync-end')}" ${made}>${coding('t', 'friction')}</TranscriptSelection></Transcript>${area('AudioSelection', 'end', 'begin="6400" end="8000"', 'friction')}</AudioSource>`,
  )
  store(`${bare('video')}.mp4`, 'mp4')
  sources.push(
    `<VideoSource guid="${guid('video-source')}" name="Session.mp4" path="internal://${bare('video')}.mp4" ${made}>${area('VideoSelection', 'start', 'begin="250" end="1250"', 'wish')}</VideoSource>`,
  )

  const kinds = [
    ['Country', 'Text', 'Japan', 'España'],
    ['Satisfaction', 'Integer', '4', '2'],
    ['Hours a week', 'Float', '2.5', '0.5'],
    ['Would recommend', 'Boolean', 'true', 'false'],
    ['Answered', 'DateTime', when, when],
  ] as const
  const variables = kinds.map(
    ([name, type]) =>
      `<Variable guid="${guid(`variable-${name}`)}" name="${name}" typeOfVariable="${type}"/>`,
  )
  const cases = texts.answers.map((_, i) => {
    const values = kinds.map(
      ([name, type, ...values]) =>
        `<VariableValue><VariableRef targetGUID="${guid(`variable-${name}`)}"/><${type}Value>${values[i]}</${type}Value></VariableValue>`,
    )
    return `<Case guid="${guid(`case-${i}`)}" name="Respondent ${i + 1}">${values.join('')}<SourceRef targetGUID="${guid(`answers-source-${i}`)}"/></Case>`
  })
  const note = (i: number, name: string, text: string) => {
    const [path, inline] = textRef(`note-${i}-text`, text)
    return `<Note guid="${guid(`note-${i}`)}" name="${name}"${path}${dates}>${inline}</Note>`
  }
  const notes = [note(1, 'To do', 'Look at the export flow again.\n')]
  if (variant === 'samenote') notes.push(note(2, 'Diary', 'One.\n'), note(3, 'Diary', 'Two.\n'))
  const codes = `<Codes><Code guid="${guid('ux')}" name="Experience" isCodable="false" color="#3366CC"><Code guid="${guid('friction')}" name="Friction" isCodable="true" color="#CC3333"><Description>What gets in the way.</Description></Code><Code guid="${guid('wish')}" name="Wish &amp; &lt;idea&gt;" isCodable="true" color="#33AA55"/></Code></Codes>`
  const origin = variant === 'noorigin' ? '' : ' origin="Inlet 1.0"'
  const xml = `<?xml version="1.0" encoding="utf-8"?>
<Project xmlns="urn:QDA-XML:project:1.0" name="Example"${origin} creatingUserGUID="${user}" creationDateTime="${when}" modifyingUserGUID="${user}" modifiedDateTime="${when}">
<Users><User guid="${user}" name="Inlet"/></Users>
<CodeBook>${codes}</CodeBook>
<Variables>${variables.join('')}</Variables>
<Cases>${cases.join('')}</Cases>
<Sources>${sources.join('\n')}</Sources>
<Notes>${notes.join('')}</Notes>
<Sets><Set guid="${guid('set')}" name="Survey answers"><MemberSource targetGUID="${guid('answers-source-0')}"/><MemberSource targetGUID="${guid('answers-source-1')}"/></Set></Sets>
<Description>An example of what Inlet exports.</Description>
</Project>
`
  return { projectName: variant === 'named' ? 'Example.qde' : 'project.qde', xml, files }
}

/** The files of the archive, the project first. */
export const filesOf = ({ projectName, xml, files }: Example): [name: string, content: string | Buffer][] => [
  [projectName, xml],
  ...files,
]
