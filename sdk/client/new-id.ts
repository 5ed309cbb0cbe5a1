/**
 * Returns a globally unique id, such as the `clientId` of a message: 32 hexadecimal digits, 128 random bits. Use it
 * instead of `crypto.randomUUID`, which browsers offer on secure pages only: a company may run the product in its own
 * network without a certificate.
 */
export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
