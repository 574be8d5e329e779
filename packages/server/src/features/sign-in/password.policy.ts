/** Rejects passwords that attackers try first; the schema checks the length. Pure. */

/** The reason why a password is too easy to guess, or undefined. */
export function passwordProblem(
  password: string,
  person: { name: string; email: string },
): string | undefined {
  const plain = password.toLowerCase()
  if (new Set(plain).size < 5) return 'must have at least five different characters'
  const [local = ''] = person.email.toLowerCase().split('@')
  const known = [person.email.toLowerCase(), local, ...person.name.toLowerCase().split(/\s+/)]
  // Removed before checking instead of forbidden: a long passphrase may contain a name.
  const rest = known
    .filter((word) => word.length > 2)
    .reduce((text, word) => text.replaceAll(word, ''), plain)
  return rest.length < 6 ? 'must not consist of your name or e-mail address' : undefined
}
