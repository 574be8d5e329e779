/** Imports that were deleted, or moved to another project. Lists that keep their rows in place drop those. */
import { createListeners } from '../ui/create-listeners.ts'

const listeners = createListeners<[name: string]>()

export const onRemoval = listeners.add
/** `name` is the kind and the key. */
export const tellRemoval = listeners.notify
