/**
 * A component whose code is loaded when it is first shown. Unlike `React.lazy` and the router's own, a failed load can be
 * repeated and never reloads the page, which would replace the app by an error page of the browser while it is offline.
 */
import { type ReactNode, use } from 'react'
import { LoadError } from './load-error.ts'
import { loadStylesAgain } from './load-styles-again.ts'

type Component = (props: object) => ReactNode

export type LazyComponent<Props> = ((props: Props) => ReactNode) & { preload: () => Promise<void> }

/** `void`, so that the type of what a screen returns is not needed: it depends on the routes that load the screen. */
type LazyOf<Exported> = Exported extends (props: infer Props) => void ? LazyComponent<Props> : never

export function lazyComponent<Module extends object, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): LazyOf<Module[Name]> {
  let Loaded: Component | undefined
  let loading: Promise<void> | undefined
  let hasFailed = false

  const start = (): Promise<void> => {
    loading ??= run().catch((cause: unknown) => {
      hasFailed = true
      throw new LoadError(cause, reset)
    })
    return loading
  }
  async function run(): Promise<void> {
    if (hasFailed) await loadStylesAgain()
    Loaded = (await load())[name] as Component
  }
  function reset(): void {
    loading = undefined
  }

  // biome-ignore lint/correctness/noComponentHookFactories: called once for each module, not while rendering
  function Lazy(props: object) {
    // The promise of a failed load is kept until it is reset, so that rendering again does not load it again.
    if (!Loaded) use(start())
    return Loaded ? <Loaded {...props} /> : null
  }
  return Object.assign(Lazy, { preload: () => start().catch(reset) }) as LazyOf<Module[Name]>
}
