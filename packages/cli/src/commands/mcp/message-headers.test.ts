import { expect, it } from 'vitest'
import { headersOf } from './message-headers.ts'

const _meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' }

it('repeats method and name of a message that claims its revision', () => {
  const headers = headersOf({ method: 'tools/call', params: { name: 'search', _meta } }, '2025-11-25')
  expect(headers).toMatchObject({
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': 'search',
  })
})

it('encodes a name that a header cannot hold', () => {
  const headers = headersOf({ method: 'tools/call', params: { name: 'süß', _meta } }, undefined)
  expect(headers['mcp-name']).toBe('=?base64?c8O8w58=?=')
})

it('sends the agreed revision of other messages', () => {
  expect(headersOf({ method: 'tools/list' }, '2025-11-25')).toEqual({
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2025-11-25',
  })
  expect(headersOf({ method: 'initialize', params: null }, undefined)).not.toHaveProperty('mcp-method')
})
