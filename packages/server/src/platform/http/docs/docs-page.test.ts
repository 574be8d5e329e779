import swagger from '@fastify/swagger'
import * as contract from '@inlet/contract'
import Fastify from 'fastify'
import { beforeAll, describe, expect, it } from 'vitest'
import { bindRoute } from '../bind-route.ts'
import { openApiOptions } from '../openapi.ts'
import { renderDocs } from './docs-page.ts'
import type { OpenApiDocument, Operation } from './openapi-document.ts'

const isRoute = (value: unknown): value is contract.Route =>
  typeof value === 'object' && value !== null && 'operationId' in value

const exported: unknown[] = Object.values(contract)
const routes = exported.filter(isRoute)

async function documentOfTheContract(): Promise<OpenApiDocument> {
  const app = Fastify()
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => JSON.stringify)
  await app.register(swagger, openApiOptions('https://inlet.example.com', routes))
  await app.register(async (scope) => {
    for (const route of routes) bindRoute(scope, route, () => Promise.reject(new Error('Not called here.')))
  })
  await app.ready()
  return app.swagger() as object
}

const documentOf = (operation: Operation, path = '/things'): OpenApiDocument => ({
  info: { title: 'Sample API' },
  paths: { [path]: { post: { operationId: 'things.create', tags: ['Things'], ...operation } } },
})

describe('the reference of the contract', () => {
  let page = ''
  beforeAll(async () => {
    page = renderDocs(await documentOfTheContract())
  })

  it('shows every operation with its path, and leads to it from the tree', () => {
    expect(routes.length).toBeGreaterThan(2)
    for (const { operationId, summary } of routes) {
      expect(page).toContain(`id="${operationId}"`)
      expect(page).toContain(`href="#${operationId}"`)
      expect(page).toContain(summary)
    }
  })

  it('lists every field of a body', () => {
    const text = page.replaceAll(/<wbr>|<span class="quiet">|<\/span>/g, '')
    for (const name of Object.keys(contract.CreateProject.properties))
      expect(text).toContain(`<code>${name}</code>`)
  })

  it('explains every error code at an anchor of its own', () => {
    for (const code of Object.keys(contract.errorCatalogue)) expect(page).toContain(`id="error-${code}"`)
    for (const code of Object.keys(contract.tokenErrorCatalogue))
      expect(page).toContain(`id="token-error-${code}"`)
  })

  it('loads nothing from elsewhere and runs no script', () => {
    const addresses = [...page.matchAll(/(?:src|href|action|srcset)="([^"]*)"/g)].map(
      ([, address]) => address,
    )
    expect(addresses.filter((address) => /^(?:[a-z]+:)?\/\//i.test(address ?? ''))).toEqual([])
    expect(page).not.toMatch(/<script|<style|<img|<iframe| on\w+=| style=/i)
  })

  it('has each anchor once, and every inner link finds one', () => {
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
    const targets = [...page.matchAll(/ href="#([^"]+)"/g)].map(([, target]) => target)
    // "reading" is the anchor that closes the drawer by not being there.
    expect(targets.filter((target) => target !== 'reading' && !ids.includes(target))).toEqual([])
  })
})

describe('renderDocs', () => {
  it('shows markup in texts as text', () => {
    const page = renderDocs({
      ...documentOf({
        summary: '<script>alert(1)</script>',
        description: 'Uses `<b>` & "quotes".',
        responses: { 200: { description: '<img src=x onerror=alert(1)>' } },
      }),
      servers: [{ url: 'https://inlet.example.com/"><script>' }],
    })
    expect(page).not.toContain('<script')
    expect(page).not.toContain('<img')
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(page).toContain('<code>&lt;b&gt;</code> &amp; &quot;quotes&quot;')
  })

  it('shows answers with the same fields once, under all their statuses', () => {
    const schema = { type: 'object', properties: { key: { type: 'string' } } }
    const content = { 'application/json': { schema } }
    const page = renderDocs(documentOf({ responses: { 200: { content }, 201: { content } } }))
    expect(page.match(/<h4>Answer 200 OK, 201 Created<\/h4>/g)).toHaveLength(1)
  })

  it('renders a document without operations', () => {
    expect(renderDocs({})).toContain('<h1')
  })
})
