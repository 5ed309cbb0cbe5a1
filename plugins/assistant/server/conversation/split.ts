/** Characters that the strictest of the known channels accepts in one message. */
const maxCharactersOf: Readonly<Record<string, number>> = { instagram: 1_000, facebook: 2_000, whatsapp: 4_000 };
const usual = 2_000;
const maxParts = 5;

/** Divides an answer into messages that its channel accepts, at paragraphs, else at sentences, else at words. */
export const splitAnswer = (text: string, channel: string): string[] => {
  const most = maxCharactersOf[channel] ?? usual;
  const parts: string[] = [];
  let rest = text.trim();
  while (rest.length > most && parts.length < maxParts - 1) {
    const head = rest.slice(0, most);
    const at = [
      head.lastIndexOf('\n\n'),
      head.lastIndexOf('\n'),
      head.search(/[.!?]\s[^.!?]*$/) + 1,
      head.lastIndexOf(' '),
    ].find((place) => place > most / 3);
    const cut = at ?? most;
    parts.push(rest.slice(0, cut).trim());
    rest = rest.slice(cut).trim();
  }
  return [...parts, rest.slice(0, most)].filter((part) => part !== '');
};
