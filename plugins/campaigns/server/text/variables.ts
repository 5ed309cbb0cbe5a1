/** The variables that every message may use, beside those of the company. */
export const builtInVariables = ['nome', 'numero'] as const;

const pattern = /\{([\p{L}\p{N}_-]{1,40})\}/gu;

export interface VariableValues {
  name: string;
  number: string;
  /** Stands for an empty name. */
  nameFallback: string;
  custom: readonly { key: string; value: string }[];
}

/**
 * Fills the variables in one pass, so that a customer named `{numero}` is addressed by exactly that. An unknown one
 * stays as it is; saving refuses it. An empty name without a fallback takes the space before it along: `Olá {nome}!`
 * becomes `Olá!`.
 */
export const fill = (text: string, { name, number, nameFallback, custom }: VariableValues): string => {
  const values = new Map<string, string>(custom.map(({ key, value }) => [key, value]));
  values.set('nome', name.trim() || nameFallback.trim());
  values.set('numero', number);
  const source = values.get('nome') === '' ? text.replace(/[ \t]*\{nome\}/g, '') : text;
  return source.replace(pattern, (whole, key: string) => values.get(key) ?? whole).trim();
};

/** Returns the names of variables that no message may use. */
export const unknownVariables = (text: string, custom: readonly { key: string }[]): string[] => {
  const known = new Set<string>([...builtInVariables, ...custom.map(({ key }) => key)]);
  return [...new Set([...text.matchAll(pattern)].map(([, key = '']) => key))].filter((key) => !known.has(key));
};
