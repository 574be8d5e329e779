/** Drops that a part of the page has used, so that the page does not upload them too. */
const taken = new WeakSet<Event>()

export function takeDrop(event: Event): void {
  taken.add(event)
}

export const isTakenDrop = (event: Event): boolean => taken.has(event)
