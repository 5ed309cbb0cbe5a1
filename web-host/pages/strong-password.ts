/** What the server asks of a password that a mailed link or code sets. */
export const isStrong = (password: string): boolean =>
  password.length >= 8 && /\p{Lu}/u.test(password) && /\p{Ll}/u.test(password) && /\d/.test(password);
