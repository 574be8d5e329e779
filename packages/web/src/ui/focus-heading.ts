/** For when the row or button that has the focus is removed: without it, the focus would return to the start of the document. */
export function focusHeading(): void {
  setTimeout(() => {
    if (document.activeElement === document.body) document.querySelector('h1')?.focus()
  })
}
