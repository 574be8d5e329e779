import { jsonLiteral } from './code-literal.ts'
import { languages, type Samples } from './example-calls.ts'
import { type Html, html } from './html.ts'

/** JSON is broken where it is too long; code of a program is not, since its line breaks carry meaning. */
export function jsonBlock(title: string, value: unknown): Html {
  return html`<figure class="code"><figcaption>${title}</figcaption><pre class="wrapped"><code>${jsonLiteral(value)}</code></pre></figure>`
}

/** A block of code under a short title. It can be focused, so that the keyboard can scroll it. */
export function codeBlock(title: string, code: string): Html {
  return html`<figure class="code"><figcaption>${title}</figcaption><pre tabindex="0"><code>${code}</code></pre></figure>`
}

/** One block for each language; the style sheet shows the one that is chosen at the top of the page. */
export function codeSamples(title: string, samples: Samples): Html {
  return html`${languages.map(
    ({
      id,
      label,
    }) => html`<div class="sample sample-${id}">${codeBlock(`${title}, ${label}`, samples[id])}</div>
`,
  )}`
}

/** The choice applies to the whole page: who works in one language wants every example in it. */
export function languageChoice(): Html {
  return html`<fieldset class="languages"><legend class="unseen">Language of the examples</legend><span class="quiet" aria-hidden="true">Examples in</span>${languages.map(
    ({ id, label }, index) =>
      html`<input type="radio" name="language" id="language-${id}"${index === 0 && html` checked`}><label for="language-${id}">${label}</label>`,
  )}</fieldset>`
}
