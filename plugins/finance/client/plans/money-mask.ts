const mostDigits = 9;

/** Digits typed from the right, as on a till: `14990` is `149,90`; at most seven before the comma, never negative. */
export const masked = (typed: string): string => {
  const digits = typed.replace(/\D/g, '').replace(/^0+/, '').slice(0, mostDigits).padStart(3, '0');
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, '.');
  return `${whole},${digits.slice(-2)}`;
};

/** What is sent: `1.234,56` as `1234.56`. */
export const sent = (shown: string): string => shown.replaceAll('.', '').replace(',', '.');

export const shownValue = (reais: number): string => masked(String(Math.round(reais * 100)));
