/** Fields of a form, compared by value. Pure. */

export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Fields that still have their value of `base` get that of `fresh`; the others were changed and are kept. */
export const rebaseFields = <T extends object>(base: T, given: T, fresh: T): T => ({
  ...fresh,
  ...Object.fromEntries(
    Object.entries(given).filter(([name, value]) => !isSame(value, base[name as keyof T])),
  ),
})
