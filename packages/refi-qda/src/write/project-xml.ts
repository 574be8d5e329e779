/** Writes `project.qde` as a stream, in the order of elements and children that the schema demands. */
import { deriveGuid } from '../guid.ts'
import type { SyncPoint } from './transcript-text.ts'
import { type CaseValue, timeOf, type VariableType, writeValue } from './values.ts'
import { type Attributes, closeTag, element, openTag, textElement } from './xml.ts'

export interface QdeProject {
  name: string
  /** Program and version. Some programs cannot read a project without it. */
  origin: string
  userName: string
  createdAt: Date
  modifiedAt: Date
  description: string | null
}

export interface QdeCode {
  guid: string
  name: string
  /** `#RRGGBB` */
  color: string | null
  description: string | null
  isCodable: boolean
  codes: readonly QdeCode[]
}

export interface QdeVariable {
  guid: string
  name: string
  type: VariableType
  description: string | null
}

export interface QdeCase {
  guid: string
  name: string
  values: readonly { variable: string; type: VariableType; value: CaseValue }[]
  /** GUIDs of sources. */
  sources: readonly string[]
}

export interface QdeText {
  guid: string
  /** `internal://…` */
  textPath: string
}

interface SourceHead {
  guid: string
  name: string
  createdAt: Date
  description: string | null
}

export type QdeSource = SourceHead &
  (
    | { kind: 'text'; textPath: string; richTextPath: string | null }
    | { kind: 'pdf'; path: string; text: QdeText | null }
    | { kind: 'picture'; path: string; text: QdeText | null }
    | {
        kind: 'audio' | 'video'
        path: string
        transcript: (QdeText & { points: readonly SyncPoint[] }) | null
      }
  )

export interface QdeSet {
  guid: string
  name: string
  /** GUIDs of sources. */
  sources: readonly string[]
}

type Many<T> = Iterable<T> | AsyncIterable<T>

export interface QdeContents {
  codes: readonly QdeCode[]
  variables: Many<QdeVariable>
  cases: Many<QdeCase>
  sources: Many<QdeSource>
  sets: Many<QdeSet>
}

const namespaces = {
  xmlns: 'urn:QDA-XML:project:1.0',
  'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
  'xsi:schemaLocation':
    'urn:QDA-XML:project:1.0 http://schema.qdasoftware.org/versions/Project/v1.0/Project.xsd',
}

export async function* writeProjectXml(project: QdeProject, contents: QdeContents): AsyncGenerator<string> {
  const user = deriveGuid(`user:${project.userName}`)
  yield `<?xml version="1.0" encoding="utf-8"?>\n${openTag('Project', {
    ...namespaces,
    name: project.name,
    origin: project.origin,
    creatingUserGUID: user,
    creationDateTime: timeOf(project.createdAt),
    modifyingUserGUID: user,
    modifiedDateTime: timeOf(project.modifiedAt),
  })}\n`
  yield `${element('Users', {}, [element('User', { guid: user, name: project.userName })])}\n`
  if (contents.codes.length > 0)
    yield `${element('CodeBook', {}, [element('Codes', {}, contents.codes.map(code))])}\n`
  yield* container('Variables', contents.variables, variable)
  yield* container('Cases', contents.cases, caseElement)
  yield* container('Sources', contents.sources, (one) => source(one, user))
  yield* container('Sets', contents.sets, set)
  yield description(project.description)
  yield closeTag('Project')
}

const childrenAtOnce = 200

/** A container without children is invalid, so it is opened with the first one. */
async function* container<T>(
  name: string,
  children: Many<T>,
  write: (child: T) => string,
): AsyncGenerator<string> {
  let lines: string[] = [openTag(name)]
  let isEmpty = true
  for await (const child of children) {
    isEmpty = false
    lines.push(write(child))
    if (lines.length < childrenAtOnce) continue
    yield `${lines.join('\n')}\n`
    lines = []
  }
  if (!isEmpty) yield `${[...lines, closeTag(name)].join('\n')}\n`
}

const description = (text: string | null): string => (text === null ? '' : textElement('Description', text))

const code = ({ guid, name, isCodable, color, description: text, codes }: QdeCode): string =>
  element('Code', { guid, name, isCodable, color }, [description(text), ...codes.map(code)])

const variable = ({ guid, name, type, description: text }: QdeVariable): string =>
  element('Variable', { guid, name, typeOfVariable: type }, [description(text)])

const reference = (name: string, targetGUID: string): string => element(name, { targetGUID })

const caseElement = ({ guid, name, values, sources }: QdeCase): string =>
  element('Case', { guid, name }, [
    ...values.map(variableValue),
    ...sources.map((one) => reference('SourceRef', one)),
  ])

function variableValue({ variable: guid, type, value }: QdeCase['values'][number]): string {
  const text = writeValue(type, value)
  if (text === undefined) return ''
  return element('VariableValue', {}, [reference('VariableRef', guid), textElement(`${type}Value`, text)])
}

const set = ({ guid, name, sources }: QdeSet): string =>
  element(
    'Set',
    { guid, name },
    sources.map((one) => reference('MemberSource', one)),
  )

/** Programs crash on transcripts without dates, so everything has them. */
const authorship = (user: string, createdAt: Date): Attributes => ({
  creatingUser: user,
  creationDateTime: timeOf(createdAt),
  modifyingUser: user,
  modifiedDateTime: timeOf(createdAt),
})

function source(one: QdeSource, user: string): string {
  const { guid, name, createdAt } = one
  const dates = authorship(user, createdAt)
  const about = description(one.description)
  const textSource = (tag: string, { guid: ownGuid, textPath }: QdeText) =>
    element(tag, { guid: ownGuid, name, plainTextPath: textPath, ...dates })
  switch (one.kind) {
    case 'text': {
      const paths = { richTextPath: one.richTextPath, plainTextPath: one.textPath }
      return element('TextSource', { guid, name, ...paths, ...dates }, [about])
    }
    case 'pdf':
      return element('PDFSource', { guid, name, path: one.path, ...dates }, [
        about,
        one.text ? textSource('Representation', one.text) : '',
      ])
    case 'picture':
      return element('PictureSource', { guid, name, path: one.path, ...dates }, [
        about,
        one.text ? textSource('TextDescription', one.text) : '',
      ])
    case 'audio':
    case 'video': {
      const tag = one.kind === 'audio' ? 'AudioSource' : 'VideoSource'
      const { transcript } = one
      return element(tag, { guid, name, path: one.path, ...dates }, [
        about,
        transcript
          ? element(
              'Transcript',
              {
                guid: transcript.guid,
                name: `${name} transcript`,
                plainTextPath: transcript.textPath,
                ...dates,
              },
              transcript.points.map(({ timeMs, position }, i) =>
                element('SyncPoint', {
                  guid: deriveGuid(`${transcript.guid}:sync:${i}`),
                  timeStamp: timeMs,
                  position,
                }),
              ),
            )
          : '',
      ])
    }
  }
}
