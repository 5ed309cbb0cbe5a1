const secret = /pass|senha|secret|token|authorization|cookie|credential|cvv|cardnumber|(^|_)(key|code|hash|otp|pin)$/i;
/** Receivers often put a secret into the query or the user part of an address. */
const withoutQuery = (text: string): string =>
  text
    .replaceAll(/(https?:\/\/)(?:[^\s/?#@"]*@)?([^\s?#"]*)\?[^\s"]*/gi, '$1$2?…')
    .replaceAll(/(https?:\/\/)[^\s/?#@"]*@/gi, '$1');
const longest = 300;
const maxEntries = 40;

/** Returns what may be stored of an input: no secrets and nothing long. */
export const withoutSecrets = (value: unknown, depth = 0): unknown => {
  if (typeof value === 'string') {
    const plain = withoutQuery(value);
    return plain.length > longest ? `${plain.slice(0, longest)}…` : plain;
  }
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > 4) return '…';
  if (Array.isArray(value)) {
    const shown = value.slice(0, maxEntries).map((one) => withoutSecrets(one, depth + 1));
    return value.length > maxEntries ? [...shown, '…'] : shown;
  }
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, maxEntries)
      .map(([key, one]) => [
        key.slice(0, 100),
        secret.test(key) && typeof one !== 'boolean' && one !== null ? '•••' : withoutSecrets(one, depth + 1),
      ]),
  );
};
