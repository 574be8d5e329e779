/** Decodes a token without verifying it. */
function decodePart(token: string, index: number): Record<string, unknown> {
  const part = token.split('.')[index] ?? ''
  return JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Record<string, unknown>
}

export const decodeProtectedHeader = (token: string) => decodePart(token, 0)
export const decodeJwt = (token: string) => decodePart(token, 1)
