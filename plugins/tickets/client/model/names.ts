/** The first words of a name: enough to address somebody by. */
export const shortName = (name: string): string => name.split(/\s+/u).slice(0, 2).join(' ');

export const firstName = (name: string): string => name.split(/\s+/u)[0] ?? name;
