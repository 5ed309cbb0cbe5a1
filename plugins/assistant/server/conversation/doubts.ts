const months = 'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro'.split(' ');
const mesesEs = 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ');
const monthsEn = 'january february march april may june july august september october november december'.split(' ');
const monthOf = (name: string): number =>
  1 + [months, mesesEs, monthsEn].reduce((found, all) => (found >= 0 ? found : all.indexOf(name.toLowerCase())), -1);
const monthNames = [...new Set([...months, ...mesesEs, ...monthsEn])].join('|');

const money = String.raw`(?:R\$|US\$|€|\$)\s?\d[\d.,]*`;
const written = String.raw`\d{1,2}º?\s+de\s+(?:${monthNames})(?:\s+de\s+\d{4})?`;
const plain = String.raw`\d+(?:[.,:/-]\d+)*(?:h(?:\d{2})?(?![\p{L}]))?`;
const unit = String.raw`(?:\s?%|\s(?:reais|dias?|horas?|minutos?|semanas?|meses|m[eê]s|anos?|parcelas?|vezes|days?|hours?|months?|years?|d[ií]as?|años?)(?![\p{L}]))?`;
/** A price, a date, a term or another figure, with the word that belongs to it. */
const figure = new RegExp(String.raw`(?<![\p{L}\d])(?:${money}|${written}|${plain}${unit})`, 'giu');
const isAmount = (text: string): boolean => /^(?:R\$|US\$|€|\$)|%$|reais$/i.test(text);
/** The number of an item in a list. */
const isListNumber = (text: string, at: number, found: string): boolean =>
  /^\d{1,2}$/.test(found) && /(?:^|\n)\s*$/.test(text.slice(0, at)) && /^[.)]\s/.test(text.slice(at + found.length));

/** One form for each way of writing it: 250 and 250,00, 7/12 and 07/12, 14h and 14:00, '7 de dezembro' and 07/12. */
const formOf = (found: string): string => {
  const date = /^(\d{1,2})º?\s+de\s+(\p{L}+)(?:\s+de\s+(\d{4}))?$/iu.exec(found);
  if (date?.[2]) return [date[1], monthOf(date[2]), date[3]].filter((part) => part !== undefined).join('/');
  const digits = /\d[\d.,:/h-]*/i.exec(found)?.[0].replace(/[.,:/-]+$/, '') ?? '';
  const clock = /^(\d{1,2})[h:](\d{2})?$/i.exec(digits);
  if (clock) return `${Number(clock[1])}:${clock[2] ?? '00'}`;
  if (digits.includes('/') || digits.includes('-'))
    return digits
      .split(/[/-]/)
      .map((part) => part.replace(/^0+(?=\d)/, ''))
      .join('/');
  return digits
    .replace(/[.,](?=\d{3}(?:\D|$))/g, '')
    .replace(/[.,]0+$/, '')
    .replace(',', '.');
};

const figuresOf = (text: string): string[] =>
  [...text.matchAll(figure)]
    .filter(({ 0: found, index }) => !isListNumber(text, index, found))
    .map(([found]) => found.replace(/[.,:/-]+$/, ''));

/** All forms of the figures of a text; a date is known with its year and without. */
const formsIn = (text: string): Set<string> =>
  new Set(
    figuresOf(text).flatMap((found) => {
      const form = formOf(found);
      const short = /^(\d{1,2}\/\d{1,2})\/\d{4}$/.exec(form)?.[1];
      return short === undefined ? [form] : [form, short];
    }),
  );

export interface Grounds {
  /** Words of the company: passages, instructions, its own messages. */
  company: string;
  /** Words of the customer: their dates and numbers may be repeated, but their prices are no source. */
  customer: string;
}

/** Returns the figures of an answer that nothing states, as they are written in it: a person has to check them. */
export const doubtsIn = (answer: string, { company, customer }: Grounds): string[] => {
  const stated = formsIn(company);
  const said = formsIn(customer);
  const doubtful = figuresOf(answer).filter((found) => {
    const form = formOf(found);
    return !stated.has(form) && (isAmount(found) || !said.has(form));
  });
  return [...new Set(doubtful)];
};
