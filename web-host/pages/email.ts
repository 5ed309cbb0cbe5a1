/** Catches slips only; the server and the confirmation e-mail decide. */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/.test(text);
