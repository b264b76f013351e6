/**
 * An address in the form in which two are compared: percent-encoding is normalized as in RFC 3986, section 6.2.2, because
 * proxies do that as well. Nothing else is: `/payments/` is another address than `/payments`, and `?a=1&b=2` than `?b=2&a=1`.
 */
export function comparable(address: string): string {
  return address.replaceAll(/%[\dA-Fa-f]{2}/g, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : escape.toUpperCase();
  });
}

/** The path and the query of a request, from its target or its whole address. */
export function targetOf(url: string): string {
  const target = url.replace(/^[A-Za-z][A-Za-z\d+.-]*:\/\/[^/?#]*/, '').replace(/#.*$/s, '');
  return target.startsWith('/') ? target : `/${target}`;
}
