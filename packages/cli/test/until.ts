/** Waits for a state, never for a time. */
export async function until(isSo: () => boolean | Promise<boolean>, seconds = 120): Promise<void> {
  const deadline = Date.now() + seconds * 1000
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`The condition did not hold within ${seconds} s.`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
