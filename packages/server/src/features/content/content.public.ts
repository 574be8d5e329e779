/** Content delivery, for other features. */
export { imageTypeOf } from './content.policy.ts'
export { type DerivedPart, listDerived } from './list-derived.ts'
