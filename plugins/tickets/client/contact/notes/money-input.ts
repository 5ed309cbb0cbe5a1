/** Digits before the point: what the server keeps. */
const mostDigits = 12;

/** What is typed into a field of reais: commas become points, other characters go; one point and two decimals stay. */
export function moneyTyped(text: string): string {
  const [whole = '', ...parts] = text
    .replaceAll(',', '.')
    .replace(/[^\d.]/g, '')
    .split('.');
  const digits = whole.slice(0, mostDigits);
  return parts.length === 0 ? digits : `${digits}.${parts.join('').slice(0, 2)}`;
}

/** What is wrong with a value, as a locale key under `notes.fault`. */
export function moneyFault(text: string): 'required' | 'value' | undefined {
  if (text === '') return 'required';
  return /^\d+(\.\d{1,2})?$/.test(text) ? undefined : 'value';
}
