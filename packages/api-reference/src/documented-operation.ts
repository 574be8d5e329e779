/** Operations as the reference shows them: flat, complete and without $ref. */
import {
  type Content,
  inlineSchema,
  type OpenApiDocument,
  type Operation,
  type Parameter,
  type Schema,
} from './openapi-document.ts'

export interface DocumentedAnswer {
  status: number
  description: string
  schema?: Schema
}

export interface DocumentedOperation {
  /** Also the anchor on the page. */
  id: string
  tag: string
  method: string
  path: string
  summary: string
  description: string
  /** True for the call that issues tokens: it requires none, and its errors follow OAuth. */
  isTokenCall: boolean
  needsToken: boolean
  scopes: string[]
  /** One of the scopes is enough. */
  isAnyScopeEnough: boolean
  parameters: Parameter[]
  body?: { isRequired: boolean; mediaType: string; schema: Schema }
  answers: DocumentedAnswer[]
  errors: DocumentedAnswer[]
}

const methods = ['get', 'post', 'put', 'patch', 'delete']

/** What the OpenAPI generator writes for a response without a description. */
const placeholderDescription = 'Default Response'

export function documentedOperations(document: OpenApiDocument): DocumentedOperation[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item ?? {})
      .filter(([method]) => methods.includes(method))
      .map(([method, operation]) => documentedOperation(document, { path, method, operation })),
  )
}

function documentedOperation(
  document: OpenApiDocument,
  { path, method, operation }: { path: string; method: string; operation: Operation },
): DocumentedOperation {
  const answers = documentedAnswers(document, operation)
  const [mediaType, bodySchema] = firstSchema(document, operation.requestBody?.content)
  const security = operation.security ?? []
  return {
    id: operation.operationId ?? `${method}${path.replaceAll(/[^\w]+/g, '-')}`,
    tag: operation.tags?.[0] ?? 'Other',
    method: method.toUpperCase(),
    path,
    summary: operation.summary ?? `${method.toUpperCase()} ${path}`,
    description: operation.description ?? '',
    isTokenCall: tokenPaths(document).includes(path),
    needsToken: security.length > 0,
    scopes: security.flatMap((requirement) => Object.values(requirement).flat()),
    isAnyScopeEnough: security.length > 1,
    parameters: (operation.parameters ?? []).map((parameter) => ({
      ...parameter,
      schema: inlineSchema(document, parameter.schema ?? {}),
    })),
    ...(bodySchema && {
      body: { isRequired: operation.requestBody?.required ?? false, mediaType, schema: bodySchema },
    }),
    answers: answers.filter((answer) => answer.status < 400),
    errors: answers.filter((answer) => answer.status >= 400),
  }
}

function tokenPaths(document: OpenApiDocument): (string | undefined)[] {
  const schemes = Object.values(document.components?.securitySchemes ?? {})
  return schemes.map((scheme) => scheme.flows?.clientCredentials?.tokenUrl)
}

function documentedAnswers(document: OpenApiDocument, operation: Operation): DocumentedAnswer[] {
  return Object.entries(operation.responses ?? {})
    .map(([status, { description = '', content }]) => {
      const [, schema] = firstSchema(document, content)
      return {
        status: Number(status),
        description: description === placeholderDescription ? '' : description,
        ...(schema && { schema }),
      }
    })
    .filter((answer) => Number.isInteger(answer.status))
}

function firstSchema(document: OpenApiDocument, content: Content | undefined): [string, Schema | undefined] {
  const [mediaType, media] = Object.entries(content ?? {})[0] ?? ['', undefined]
  return [mediaType, media?.schema && inlineSchema(document, media.schema)]
}
