/** Returns the name of `pt_BR` in a language. */
export const languageName = (code: string, language: string): string => {
  try {
    const name = new Intl.DisplayNames([language], { type: 'language' }).of(code.replace('_', '-'));
    return name ? name.charAt(0).toUpperCase() + name.slice(1) : code;
  } catch {
    return code;
  }
};
