export interface Mentionable {
  /** 0: everybody. */
  id: number;
  name: string;
}
/** A mention that is being typed: the position of its @, and the text after it. */
export interface TypedMention {
  from: number;
  query: string;
}

/** Returns the mention at the caret: after an @ that begins a word, on the same line. */
export const mentionAt = (text: string, caret: number): TypedMention | undefined => {
  const before = text.slice(0, caret);
  const from = before.lastIndexOf('@');
  const query = before.slice(from + 1);
  if (from < 0 || !(from === 0 || /[\s(]/.test(text.charAt(from - 1)))) return undefined;
  return query.length > 40 || /^\s|\n|\s\s|[,;!?:]/.test(query) ? undefined : { from, query };
};

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Replaces the names of mentioned people by their ids, as messages store them; longer names first. */
export const withIds = (text: string, people: readonly Mentionable[]): string => {
  const byName = people.toSorted((one, other) => other.name.length - one.name.length);
  return byName.reduce(
    (now, { id, name }) =>
      now.replaceAll(new RegExp(String.raw`(^|[\s(])@${escaped(name)}(?![\p{L}\p{N}])`, 'gu'), `$1@[${id}]`),
    text,
  );
};

/** Does the opposite, for a message that is edited. */
export const withNames = (text: string, people: readonly Mentionable[]): string =>
  text.replaceAll(/@\[(\d{1,9})\]/g, (all, id: string) => {
    const person = people.find((one) => one.id === Number(id));
    return person ? `@${person.name}` : all;
  });
