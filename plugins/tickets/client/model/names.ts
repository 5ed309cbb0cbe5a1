const joining = new Set(['de', 'da', 'do', 'das', 'dos', 'e', 'del', 'la']);

/** Returns one or two words of a name, enough to address somebody. */
export function shortName(name: string): string {
  const [first = name, second] = name.trim().split(/\s+/u);
  return second && !joining.has(second.toLowerCase()) ? `${first} ${second}` : first;
}

export const firstName = (name: string): string => name.trim().split(/\s+/u)[0] ?? name;
