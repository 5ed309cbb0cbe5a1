/** A text as the contact gets it; `{nome}` stays while nobody is chosen. */
export const withName = (text: string, name: string | undefined): string =>
  name === undefined ? text : text.replaceAll(/\{nome\}/gi, () => name);
