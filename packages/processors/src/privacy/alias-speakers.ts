/** Replaces the names of speakers by numbered aliases. */

import type { Segment } from '../speech/transcript.ts'

export type AliasOptions = {
  readonly mode: 'only_participants' | 'participants_and_researchers'
  /** Names of team members. Everyone else counts as a participant. */
  readonly researchers: readonly string[]
}

/** Numbered in the order of first appearance, so that a recording always gets the same aliases. */
export function aliasSpeakers(
  segments: readonly Segment[],
  { mode, researchers }: AliasOptions,
): { readonly segments: Segment[]; readonly aliases: number } {
  const known = new Set(researchers.map(comparable))
  const aliases = new Map<string, string>()
  const counts = { Participant: 0, Researcher: 0 }
  const aliasOf = (speaker: string) => {
    const name = comparable(speaker)
    const isResearcher = known.has(name)
    if (isResearcher && mode === 'only_participants') return speaker
    const role = isResearcher ? 'Researcher' : 'Participant'
    const alias = aliases.get(name) ?? `${role} ${++counts[role]}`
    aliases.set(name, alias)
    return alias
  }
  const named = segments.map((segment) =>
    segment.speaker === undefined ? segment : { ...segment, speaker: aliasOf(segment.speaker) },
  )
  return { segments: named, aliases: aliases.size }
}

function comparable(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase()
}
