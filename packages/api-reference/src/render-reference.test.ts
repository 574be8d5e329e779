import { readFileSync } from 'node:fs'
import * as contract from '@inlet/contract'
import { describe, expect, it } from 'vitest'
import type { OpenApiDocument, Operation } from './openapi-document.ts'
import { renderReference } from './render-reference.ts'

const isRoute = (value: unknown): value is contract.Route =>
  typeof value === 'object' && value !== null && 'operationId' in value

const exported: unknown[] = Object.values(contract)
const routes = exported.filter(isRoute)

/** Generated from the routes as they are served; `npm run generated` fails when it is stale. */
const openApiFile = new URL('../../contract/openapi.json', import.meta.url)

const documentOf = (operation: Operation, path = '/things'): OpenApiDocument => ({
  info: { title: 'Sample API' },
  paths: { [path]: { post: { operationId: 'things.create', tags: ['Things'], ...operation } } },
})

describe('the reference of the contract', () => {
  const page = renderReference(JSON.parse(readFileSync(openApiFile, 'utf8')) as OpenApiDocument)

  it('shows every operation with its path, and links to it from the navigation', () => {
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

  it('explains every error code at its own anchor', () => {
    for (const code of Object.keys(contract.errorCatalogue)) expect(page).toContain(`id="error-${code}"`)
    for (const code of Object.keys(contract.tokenErrorCatalogue))
      expect(page).toContain(`id="token-error-${code}"`)
  })

  it('loads no external resources and runs no scripts', () => {
    const addresses = [...page.matchAll(/(?:src|href|action|srcset)="([^"]*)"/g)].map(
      ([, address]) => address,
    )
    expect(addresses.filter((address) => /^(?:[a-z]+:)?\/\//i.test(address ?? ''))).toEqual([])
    expect(page).not.toMatch(/<script|<style|<img|<iframe| on\w+=| style=/i)
  })

  it('has unique anchors, and a target for every internal link', () => {
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
    const targets = [...page.matchAll(/ href="#([^"]+)"/g)].map(([, target]) => target)
    // "reading" does not exist on purpose: following it closes the drawer.
    expect(targets.filter((target) => target !== 'reading' && !ids.includes(target))).toEqual([])
  })
})

describe('renderReference', () => {
  it('escapes markup in texts', () => {
    const page = renderReference({
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

  it('shows responses with the same fields once, with all their statuses', () => {
    const schema = { type: 'object', properties: { key: { type: 'string' } } }
    const content = { 'application/json': { schema } }
    const page = renderReference(documentOf({ responses: { 200: { content }, 201: { content } } }))
    expect(page.match(/<h4>Response 200 OK, 201 Created<\/h4>/g)).toHaveLength(1)
  })

  it('renders a document without operations', () => {
    expect(renderReference({})).toContain('<h1')
  })
})
