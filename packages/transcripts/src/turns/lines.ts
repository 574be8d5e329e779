/** A line of a transcript that is written as text, with the time that stands before it outside the text, if any. */
export type TurnLine = { readonly text: string; readonly startMs?: number | null }
