const secret = /pass|senha|secret|token|authorization|cookie|credential|cvv|cardnumber|(^|_)(key|code|hash|otp|pin)$/i;
const longest = 300;
const most = 40;

/** What may be kept of what somebody sent: no secret, nothing long. */
export const withoutSecrets = (value: unknown, depth = 0): unknown => {
  if (typeof value === 'string') return value.length > longest ? `${value.slice(0, longest)}…` : value;
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > 4) return '…';
  if (Array.isArray(value)) {
    const shown = value.slice(0, most).map((one) => withoutSecrets(one, depth + 1));
    return value.length > most ? [...shown, '…'] : shown;
  }
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, most)
      .map(([key, one]) => [
        key.slice(0, 100),
        secret.test(key) && typeof one !== 'boolean' && one !== null ? '•••' : withoutSecrets(one, depth + 1),
      ]),
  );
};
