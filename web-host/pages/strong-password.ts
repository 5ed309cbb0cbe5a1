/** Mirrors the server's rules for a password that is set by a mailed link or code. */
export const isStrong = (password: string): boolean =>
  password.length >= 8 && /\p{Lu}/u.test(password) && /\p{Ll}/u.test(password) && /\d/.test(password);
