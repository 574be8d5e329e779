/** The CSP nonce of this page, used by Mantine and the scroll lock of dialogs for their styles. */
export function readNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}
