/**
 * The `fetch` of a command. Node uses the proxy variables of the environment only from version 24 on, and only if it is told to;
 * a command that ignores them does not work in many company networks. See ADR 0025.
 */
import type { Fetch } from '@inlet/sdk'
import type { Env } from '../config/folders.ts'
import { usageError } from '../errors.ts'

export function findProxy(env: Env): string | undefined {
  return read(env, 'https_proxy') ?? read(env, 'http_proxy')
}

export function chooseFetch(env: Env): Fetch {
  if (findProxy(env) === undefined) return (url, init) => fetch(url, init)
  for (const name of ['https_proxy', 'http_proxy']) checkProxy(name, read(env, name))
  let proxied: Promise<Fetch> | undefined
  return async (url, init) => {
    // Opened with the first request, because many commands send none.
    proxied ??= openProxy(env)
    return (await proxied)(url, init)
  }
}

async function openProxy(env: Env): Promise<Fetch> {
  const { EnvHttpProxyAgent, fetch: send } = await import('undici')
  const httpProxy = read(env, 'http_proxy')
  const httpsProxy = read(env, 'https_proxy')
  const noProxy = read(env, 'no_proxy')
  const dispatcher = new EnvHttpProxyAgent({
    ...(httpProxy && { httpProxy }),
    ...(httpsProxy && { httpsProxy }),
    ...(noProxy && { noProxy }),
  })
  // The types of the package are those of a newer fetch than the global one.
  return ((url, init) => send(url, { ...(init as object), dispatcher })) as Fetch
}

function checkProxy(name: string, value: string | undefined): void {
  if (value === undefined || /^https?:$/.test(URL.canParse(value) ? new URL(value).protocol : '')) return
  throw usageError(
    `${name.toUpperCase()} must be an address such as http://proxy.example:3128. Correct it or unset it.`,
  )
}

function read(env: Env, name: string): string | undefined {
  return env[name] || env[name.toUpperCase()] || undefined
}
