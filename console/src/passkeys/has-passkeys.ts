/** Whether the browser can make and use passkeys here, in the JSON form of WebAuthn Level 3. An IP address has none. */
export function hasPasskeys(): boolean {
  const isKnown =
    typeof PublicKeyCredential !== 'undefined' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;
  return isKnown && !isAtAddress();
}

/** Whether the page is at an IP address. */
export function isAtAddress(): boolean {
  return /^[\d.]+$|^\[/.test(location.hostname);
}
