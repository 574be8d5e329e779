/** The nonce that the api gave to this page: Mantine and the scroll lock of dialogs style with it. */
export function readNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}
